"""The data files that come with Optio, read and checked."""
