"""What needs the compiler; imported when the first kernel is compiled, and by nothing that can do without."""
