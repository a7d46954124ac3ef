"""One public function for each job: solve, prove, count, hint, verify, table, generate."""
