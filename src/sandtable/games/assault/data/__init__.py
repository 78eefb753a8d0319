"""What comes with All Out Assault as files, read and checked."""
