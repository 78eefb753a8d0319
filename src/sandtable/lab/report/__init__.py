"""Reports: what was measured, what was found, and the page that says so."""
