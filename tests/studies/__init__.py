"""What takes hours and is asked seldom; each study writes a page below docs/studies."""
