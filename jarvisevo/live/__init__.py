"""Sessions that people and programs hold on to: one photo, its history, its masks; for the command line, page,
HTTP and MCP.
"""
