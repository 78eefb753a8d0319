"""What people see of ROUT!: words, pictures, the page and its log, and files."""
