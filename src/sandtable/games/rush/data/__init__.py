"""What comes with Rush as files, read and checked."""
