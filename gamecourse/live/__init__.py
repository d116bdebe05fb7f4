"""The exercises in a page of the site: what runs in the page's own Python, without a kernel.

``worker.js`` starts Python (Pyodide) in a worker of the browser and calls ``page``, which runs cells
and checks answers. The checking itself is that of the notebooks (``gamecourse.grading``).
"""
