"""ROUT! for people: words, pictures, the page and its log, files."""
