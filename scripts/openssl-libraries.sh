#!/usr/bin/env bash
# Prints the linker flags for the distribution's static OpenSSL. Some distributions compile zlib and zstd compression
# into it, and the archive itself is the only place that always says so.
set -euo pipefail

directory=$(dirname "$(clang -print-file-name=libcrypto.a)")
flags="-lssl -lcrypto"
# Read to the end before it is searched: a pipe into grep -q breaks off, which pipefail takes for "not there".
undefined=$(nm --undefined-only "$directory"/libcrypto.a "$directory"/libssl.a 2>/dev/null)
needs() { grep -qE "U $1\$" <<<"$undefined"; }
if needs deflateInit_; then flags+=" -lz"; fi
if needs ZSTD_compressStream2; then flags+=" -lzstd"; fi
echo "$flags"
