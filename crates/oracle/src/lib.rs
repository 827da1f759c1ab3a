//! A slow, obviously correct solver, for tests.
