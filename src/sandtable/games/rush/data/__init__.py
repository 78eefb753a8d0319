"""The data files that come with Rush, read and checked."""
