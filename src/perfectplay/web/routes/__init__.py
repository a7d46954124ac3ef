"""The routes under /api: each reads a request, asks the package or a worker, and answers with plain data."""
