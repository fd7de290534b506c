#!/usr/bin/env bash
# Run once when Gradescope builds the image. The binary needs nothing else.
set -euo pipefail
install -m 755 /autograder/source/racefree /usr/local/bin/racefree
