"""The examples of the documentation are tests, too."""

import doctest
import importlib
import pkgutil

import potez


def pytest_generate_tests(metafunc):
    if "module" in metafunc.fixturenames:
        names = [module.name for module in pkgutil.iter_modules(potez.__path__) if not module.name.startswith("_")]
        metafunc.parametrize("module", ["potez", *(f"potez.{name}" for name in names)])


def examples_of(name):
    """Runs the examples of a module: failures and how many there were."""
    return doctest.testmod(importlib.import_module(name))
