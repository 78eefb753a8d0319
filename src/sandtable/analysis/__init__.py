"""Analysis of finished matches: the chance to win over the course of a match, what each decision cost, and luck as distinct
from skill.
"""
