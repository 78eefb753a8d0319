"""Interfaces for learners: compiled batches, and environments for PettingZoo, Gymnasium and OpenSpiel."""
