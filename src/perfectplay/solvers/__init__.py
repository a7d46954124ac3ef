"""The toolkit that turns a request into an engine, and its result into an answer."""
