"""Sheets to print for each lecture, as its script has them: graphs, boards, trees and tables to
fill in by hand.
"""
