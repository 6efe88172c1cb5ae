"""A sheet of art for the tests."""
