"""The page in the browser: a server on this computer, and what it sends.  Install it as `perfectplay[web]`."""
