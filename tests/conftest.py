import matplotlib
from hypothesis import settings

matplotlib.use("Agg")
settings.register_profile("gamelib", deadline=None, derandomize=True)
settings.load_profile("gamelib")
