"""Questions for a learning platform, in the formats GIFT and Moodle XML: the votes of the lectures,
and questions of the exams with a short answer.
"""
