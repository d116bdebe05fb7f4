"""What ``make lab`` prepares for JupyterLab: settings each time, a layout once."""

import json

from gamecourse.course.lab import LAYOUT, SETTINGS, prepare


def kept(folder):
    """The layout that JupyterLab would begin with."""
    (file,) = (folder / "workspaces").iterdir()
    return file, json.loads(file.read_text())


def test_settings_and_layout_are_written(tmp_path):
    prepare(tmp_path)
    assert json.loads((tmp_path / "settings" / "overrides.json").read_text()) == SETTINGS
    _, workspace = kept(tmp_path)
    assert workspace["data"] == {"layout-restorer:data": LAYOUT}
    assert workspace["metadata"]["id"] == "default"


def test_a_layout_that_was_changed_stays(tmp_path):
    prepare(tmp_path)
    file, workspace = kept(tmp_path)
    workspace["data"]["layout-restorer:data"] = {"right": {"visible": True}}
    file.write_text(json.dumps(workspace))
    (tmp_path / "settings" / "overrides.json").write_text("{}")
    prepare(tmp_path)
    assert kept(tmp_path) == (file, workspace)
    assert json.loads((tmp_path / "settings" / "overrides.json").read_text()) == SETTINGS
