#!/usr/bin/env python3
"""Writes a zip that holds one executable, `bootstrap`. Its bytes depend only on the executable.

Usage: zip_bootstrap.py EXECUTABLE ZIP
"""

import sys
import zipfile

executable, archive = sys.argv[1:]
entry = zipfile.ZipInfo("bootstrap", date_time=(1980, 1, 1, 0, 0, 0))
entry.create_system = 3  # Unix: otherwise the mode below is ignored.
entry.external_attr = 0o100755 << 16
with open(executable, "rb") as file, zipfile.ZipFile(archive, "w") as output:
    output.writestr(entry, file.read(), compress_type=zipfile.ZIP_DEFLATED, compresslevel=9)
