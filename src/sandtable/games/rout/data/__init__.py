"""What comes with ROUT! as files, read and checked."""
