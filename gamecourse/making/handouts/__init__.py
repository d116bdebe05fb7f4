"""Sheets to print for each lecture: boards, graphs, trees and tables that a class fills in with a pencil."""
