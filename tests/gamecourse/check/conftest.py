import pytest


def pytest_collection_modifyitems(items):
    """What is slow here are further answers to exercises of which others are tried without delay."""
    for item in items:
        if item.path.parent.name == "check" and item.get_closest_marker("slow"):
            item.add_marker(pytest.mark.exhaustive)
