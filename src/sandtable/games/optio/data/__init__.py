"""What comes with Optio as files, read and checked."""
