"""Settings for all tests."""

import os

from hypothesis import HealthCheck, settings

# Compiling and importing happen inside the first example, so none has a deadline; a landing draws the same examples.
settings.register_profile(
    "perfectplay",
    deadline=None,
    derandomize=bool(os.environ.get("CI")),
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("perfectplay")
