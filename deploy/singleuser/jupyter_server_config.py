"""Everybody's server: a kernel that has had nothing to do for an hour is ended, and its memory is
free again.
"""

c = get_config()  # noqa: F821

c.MappingKernelManager.cull_idle_timeout = 3600
c.MappingKernelManager.cull_interval = 300
c.MappingKernelManager.cull_connected = True  # a page that is left open is no work

# Nobody here asks for language servers, and looking for twenty of them takes a second of each
# start.
c.LanguageServerManager.autodetect = False
