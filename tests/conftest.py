import matplotlib
from hypothesis import settings

matplotlib.use("Agg")
settings.register_profile("gamelib", deadline=None, derandomize=True, max_examples=50)
settings.load_profile("gamelib")
