"""All routes under /api."""

from starlette.routing import Route

from perfectplay.web.jobs import Jobs
from perfectplay.web.routes.problems import ProblemRoutes
from perfectplay.web.routes.searches import SearchRoutes
from perfectplay.web.routes.threads import RequestThreads
from perfectplay.web.routes.values import ValueRoutes
from perfectplay.web.settings import ServerSettings


class Api:
    """The routes of one server."""

    def __init__(self, settings: ServerSettings, jobs: Jobs) -> None:
        threads = RequestThreads(settings)
        self.problems = ProblemRoutes(threads)
        self.values = ValueRoutes(threads, jobs)
        self.searches = SearchRoutes(threads, jobs)

    def prepare(self) -> None:
        """Make what the first visitor would have to wait for."""
        self.problems.prepare()

    def routes(self) -> list[Route]:
        """Return all routes."""
        return [*self.problems.routes(), *self.values.routes(), *self.searches.routes()]
