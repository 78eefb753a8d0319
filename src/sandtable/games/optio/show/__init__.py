"""What people see of Optio: words, pictures, the page and its log, and files."""
