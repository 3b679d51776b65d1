#!/usr/bin/env bash
# Builds products of the package as fully static executables, DIRECTORY/<Product>/bootstrap. The same sources give the
# same bytes wherever they lie: no debug information, no build id, no paths, no module hashes.
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

# Our libcurl is the only directory named to the linker, so it is searched before the system's. lld comes with Swift and
# puts the functions that every start passes through side by side: 2 MB less memory, see scripts/record_order.py.
flags=(-c release --scratch-path .build/static
    -Xswiftc -static-executable -Xswiftc -use-ld=lld -Xswiftc -gnone
    -Xswiftc -Xfrontend -Xswiftc -function-sections -Xswiftc -file-prefix-map -Xswiftc "$PWD=."
    -Xcc "-I$curl/include" -Xcc "-ffile-prefix-map=$PWD=."
    -Xlinker "-L$curl/lib" -Xlinker --build-id=none
    -Xlinker "--symbol-ordering-file=$PWD/scripts/startup-order.txt" -Xlinker --no-warn-symbol-ordering)
for library in "${openssl[@]}"; do flags+=(-Xlinker "$library"); done

# SwiftPM does not notice other libraries behind the same flags, nor always other flags: start afresh for either.
key=$({ printf '%s\n' "${flags[@]}"; cat "$curl/VERSIONS" scripts/startup-order.txt; swift --version 2>/dev/null; } | sha256sum)
if [ "$(cat .build/static/key 2>/dev/null)" != "$key" ]; then
    rm -rf .build/static
    mkdir .build/static
    echo "$key" >.build/static/key
fi

for product; do
    # The linker warns of every use of the resolver in a static executable; scripts/check-static.sh tests those uses.
    swift build "${flags[@]}" --product "$product" 2>&1 |
        { grep -v "in statically linked applications requires at runtime" || true; }
    mkdir -p "$directory/$product"
    # llvm-objcopy, unlike GNU's, keeps the protection of the segments.
    "$toolchain/llvm-objcopy" --strip-all --remove-section=.swift_modhash --remove-section=.comment \
        ".build/static/release/$product" "$directory/$product/bootstrap"
    chmod 755 "$directory/$product/bootstrap"
done
