"""The data files that come with ROUT!, read and checked."""
