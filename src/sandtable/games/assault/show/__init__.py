"""What people see of All Out Assault: words, pictures, the page and its log, and files."""
