#!/usr/bin/env bash
# Builds products of the package as fully static executables, DIRECTORY/<Product>/bootstrap. The same sources give the
# same bytes in every directory: no debug information, no build id, no paths, no module hashes.
#
# Usage: scripts/zips/static-build.sh DIRECTORY PRODUCT...
set -euo pipefail
cd "$(dirname "$0")/../.."
directory=$1
shift

# These functions call nothing but the Runtime API, so they get a libcurl without TLS. scripts/sources/check_layout.py refuses
# a change that would let them depend on the module HTTPS.
runtime_api_only=(DefineAuthChallenge PreTokenGeneration)

# Without other functions, the libcurl with TLS is not needed: it takes a minute of processor time.
curl_libraries=http
for product; do [[ " ${runtime_api_only[*]} " == *" $product "* ]] || curl_libraries="https http"; done

mkdir -p .build
CURL_LIBRARIES=$curl_libraries scripts/zips/static-libcurl.sh >.build/static-libcurl.log
curl=$(tail -n 1 .build/static-libcurl.log)
cat "$curl/VERSIONS"
swift --version 2>/dev/null | head -n 1
toolchain=$(swift -print-target-info | sed -n 's|.*"runtimeResourcePath": *"\(.*\)/lib/swift".*|\1/bin|p')
scratch=$PWD/.build/static

# lld comes with Swift. It puts the functions that run at every start side by side, which saves 2 MB of memory (see
# scripts/zips/record_order.py). Of functions with the same instructions it keeps one. That changes what a comparison of
# their addresses says: libcurl makes one, to skip a function that does nothing, and its equals do nothing either.
# The executables are position-independent: each process has its code at another address. A search path for libraries
# has no place in them: the C library refuses to start one that is position-independent.
flags=(--disable-local-rpath -Xswiftc -static-executable -Xswiftc -use-ld=lld -Xswiftc -gnone -Xswiftc -Xclang-linker -Xswiftc -static-pie
    -Xswiftc -Xfrontend -Xswiftc -function-sections -Xswiftc -file-prefix-map -Xswiftc "$PWD=."
    -Xswiftc -resource-dir -Xswiftc "$scratch/swift"
    -Xcc "-I$curl/include" -Xcc "-ffile-prefix-map=$PWD=." -Xlinker --build-id=none
    -Xlinker "--symbol-ordering-file=$PWD/scripts/zips/startup-order.txt" -Xlinker --no-warn-symbol-ordering
    -Xlinker --icf=all)
# A static glibc applies packed relocations since 2.36. They take a hundredth of the space.
glibc=$(getconf GNU_LIBC_VERSION)
if dpkg --compare-versions "${glibc#glibc }" ge 2.36; then flags+=(-Xlinker --pack-dyn-relocs=relr); fi

# Unwind tables are for exceptions and for cancelled threads. Nothing here catches an exception, and a program ends at
# one that nobody catches, with tables or without. Newer versions of libcurl cancel threads. The sandbox keeps its tables:
# its tasks run on Dispatch, and without the tables its first one often aborts.
removed=(--remove-section=.swift_modhash --remove-section=.comment)
if [ "$*" != sandbox ] &&
    ! nm --undefined-only "$curl"/*/libcurl.a 2>/dev/null | grep -w pthread_cancel >/dev/null; then
    removed+=(--remove-section=.eh_frame --remove-section=.eh_frame_hdr)
fi

# SwiftPM does not notice that a library behind the same flags has changed, and does not always notice changed flags.
# In both cases the build starts from scratch.
key=$({ printf '%s\n' "${flags[@]}"; cat "$curl/VERSIONS" scripts/zips/startup-order.txt scripts/zips/static_runtime.py
    scripts/zips/openssl-libraries.sh; swift --version 2>/dev/null; } | sha256sum)
if [ "$(cat "$scratch/key" 2>/dev/null)" != "$key" ]; then
    rm -rf "$scratch"
    mkdir "$scratch"
    scripts/zips/static_runtime.py "$scratch/swift"
    echo "$key" >"$scratch/key"
fi

# The directory of our libcurl is the only one given to the linker, so it is searched before the system's. Both kinds of
# functions are built in one place: they have the same modules, and differ in what they are linked with.
http=(-Xlinker "-L$curl/http")
https=(-Xlinker "-L$curl/https")
for library in $(scripts/zips/openssl-libraries.sh); do https+=(-Xlinker "$library"); done

for product; do
    libraries=https
    [[ " ${runtime_api_only[*]} " != *" $product "* ]] || libraries=http
    declare -n linked=$libraries
    # The linker warns of every use of the resolver in a static executable. Tests/Packages/check-static.sh tests these uses.
    swift build -c release --scratch-path "$scratch/build" "${flags[@]}" "${linked[@]}" --product "$product" 2>&1 |
        { grep -v "in statically linked applications requires at runtime" || true; }
    mkdir -p "$directory/$product"
    # Unlike GNU objcopy, llvm-objcopy keeps the protection of the segments.
    "$toolchain/llvm-objcopy" --strip-all "${removed[@]}" "$scratch/build/release/$product" \
        "$directory/$product/bootstrap"
    chmod 755 "$directory/$product/bootstrap"
done
