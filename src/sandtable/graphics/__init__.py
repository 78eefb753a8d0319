"""Pictures: shapes, fonts, SVG, PNG and PDF pages."""
