"""The lab: plays many matches and reports what they show."""
