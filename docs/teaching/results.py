#!/usr/bin/env python3
"""Results of `racefree exercise grade --format json`, from standard input, in the format of a platform.

    racefree exercise grade --exercises E --submissions S --format json | docs/teaching/results.py gradescope > results.json

gradescope: results.json of an autograder. github: the base64 text that a grader of GitHub Classroom hands to its reporter. junit: JUnit's XML.
For `gradescope` and `github` the folder of submissions has one student.
"""
import base64
import fractions
import json
import sys
from xml.sax.saxutils import quoteattr


def points(row):
    return float(fractions.Fraction(row["points"]))


def said(row):
    """The feedback of a row in a sentence."""
    return ": ".join(part for part in (row["verdict"], row["where"], row["message"]) if part)


def gradescope(rows):
    tests = [
        {
            "name": row["exercise"],
            "score": points(row),
            "max_score": row["max"],
            "status": "passed" if row["verdict"] == "right" else "failed",
            "output": said(row),
            "visibility": "visible",
        }
        for row in rows
    ]
    return json.dumps({"output_format": "text", "tests": tests}, indent=2)


def github(rows):
    status = {"right": "pass", "undecided": "error"}
    tests = [
        {
            "name": row["exercise"],
            "status": status.get(row["verdict"], "fail"),
            "score": points(row),
            "message": said(row),
            "test_code": "",
            "filename": "",
            "line_no": 0,
            "duration": 0,
        }
        for row in rows
    ]
    whole = next((s for s in ("error", "fail") if any(t["status"] == s for t in tests)), "pass")
    result = {"version": 1, "status": whole, "max_score": sum(row["max"] for row in rows), "tests": tests}
    return base64.b64encode(json.dumps(result).encode()).decode()


def junit(rows):
    failed = sum(row["verdict"] != "right" for row in rows)
    lines = ['<?xml version="1.0" encoding="UTF-8"?>', f'<testsuite name="racefree" tests="{len(rows)}" failures="{failed}">']
    for row in rows:
        case = f'  <testcase classname={quoteattr(row["student"])} name={quoteattr(row["exercise"])}'
        right = row["verdict"] == "right"
        lines.append(case + "/>" if right else f"{case}><failure message={quoteattr(said(row))}/></testcase>")
    return "\n".join([*lines, "</testsuite>"])


FORMATS = {"gradescope": gradescope, "github": github, "junit": junit}
if len(sys.argv) != 2 or sys.argv[1] not in FORMATS:
    sys.exit(__doc__)
print(FORMATS[sys.argv[1]](json.load(sys.stdin)["rows"]))
