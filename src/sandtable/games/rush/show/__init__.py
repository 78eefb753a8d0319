"""What people see of Rush: words, pictures, the page and its log, and files."""
