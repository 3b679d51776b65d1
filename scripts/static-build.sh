#!/usr/bin/env bash
# Builds products of the package as fully static executables, DIRECTORY/<Product>/bootstrap. The same sources give the
# same bytes in every directory: no debug information, no build id, no paths, no module hashes.
#
# Usage: scripts/static-build.sh DIRECTORY PRODUCT...
set -euo pipefail
cd "$(dirname "$0")/.."
directory=$1
shift

mkdir -p .build
scripts/static-libcurl.sh >.build/static-libcurl.log
curl=$(tail -n 1 .build/static-libcurl.log)
cat "$curl/VERSIONS"
swift --version 2>/dev/null | head -n 1
read -ra openssl <<<"$(scripts/openssl-libraries.sh)"
toolchain=$(swift -print-target-info | sed -n 's|.*"runtimeResourcePath": *"\(.*\)/lib/swift".*|\1/bin|p')

# Our libcurl is the only directory given to the linker, so it is searched before the system's. lld comes with Swift. It
# puts the functions that run at every start side by side, which saves 2 MB of memory (see scripts/record_order.py).
flags=(-c release --scratch-path .build/static
    -Xswiftc -static-executable -Xswiftc -use-ld=lld -Xswiftc -gnone
    -Xswiftc -Xfrontend -Xswiftc -function-sections -Xswiftc -file-prefix-map -Xswiftc "$PWD=."
    -Xcc "-I$curl/include" -Xcc "-ffile-prefix-map=$PWD=."
    -Xlinker "-L$curl/lib" -Xlinker --build-id=none
    -Xlinker "--symbol-ordering-file=$PWD/scripts/startup-order.txt" -Xlinker --no-warn-symbol-ordering)
for library in "${openssl[@]}"; do flags+=(-Xlinker "$library"); done

# SwiftPM does not notice that a library behind the same flags has changed, and does not always notice changed flags.
# In both cases the build starts from scratch.
key=$({ printf '%s\n' "${flags[@]}"; cat "$curl/VERSIONS" scripts/startup-order.txt; swift --version 2>/dev/null; } | sha256sum)
if [ "$(cat .build/static/key 2>/dev/null)" != "$key" ]; then
    rm -rf .build/static
    mkdir .build/static
    echo "$key" >.build/static/key
fi

for product; do
    # The linker warns of every use of the resolver in a static executable. scripts/check-static.sh tests these uses.
    swift build "${flags[@]}" --product "$product" 2>&1 |
        { grep -v "in statically linked applications requires at runtime" || true; }
    mkdir -p "$directory/$product"
    # Unlike GNU objcopy, llvm-objcopy keeps the protection of the segments.
    "$toolchain/llvm-objcopy" --strip-all --remove-section=.swift_modhash --remove-section=.comment \
        ".build/static/release/$product" "$directory/$product/bootstrap"
    chmod 755 "$directory/$product/bootstrap"
done
