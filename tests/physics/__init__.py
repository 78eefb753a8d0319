"""Checks of the physics of ROUT! (T5.3), its plain twin, a reference simulator and hard cases."""
