"""The examples in docstrings."""

from conftest import examples_of


def test_examples_say_what_happens(module):
    assert examples_of(module).failed == 0
