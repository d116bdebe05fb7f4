"""What draws and runs the course: notebooks, pictures, sheets to print."""
