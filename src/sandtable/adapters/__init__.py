"""Interfaces for learners: batches in compiled code, and the environments that PettingZoo and Gymnasium know."""
