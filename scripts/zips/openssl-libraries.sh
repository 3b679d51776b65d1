#!/usr/bin/env bash
# Prints the linker flags for the distribution's static OpenSSL. Some distributions compile zlib and zstd compression
# into it. Only the archive itself always shows that.
set -euo pipefail

directory=$(dirname "$(clang -print-file-name=libcrypto.a)")
flags="-lssl -lcrypto"
# The output is read completely before the search. A pipe into grep -q would break off, which pipefail reports as a
# failure, so the symbol would seem to be missing.
undefined=$(nm --undefined-only "$directory"/libcrypto.a "$directory"/libssl.a 2>/dev/null)
needs() { grep -qE "U $1\$" <<<"$undefined"; }
if needs deflateInit_; then flags+=" -lz"; fi
if needs ZSTD_compressStream2; then flags+=" -lzstd"; fi
echo "$flags"
