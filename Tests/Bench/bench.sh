#!/usr/bin/env bash
# Measures the packaged functions and, for comparison, the loop in Tests/Bench/bare-loop.c, which is linked here in the same
# way with the same libcurl, the one with TLS. Everything runs on one processor core if the machine allows it. Arguments go to `sandbox bench`.
set -euo pipefail
cd "$(dirname "$0")/../.."

curl=$(scripts/zips/static-libcurl.sh | tail -n 1)
read -ra openssl <<<"$(scripts/zips/openssl-libraries.sh)"
loop=.build/bench/bare-loop
mkdir -p .build/bench
clang -std=c17 -O2 -fPIE -static-pie -fuse-ld=lld -ffunction-sections -fdata-sections -Wl,--gc-sections -Wl,-s -I"$curl/include" \
    Tests/Bench/bare-loop.c -L"$curl/https" -lcurl "${openssl[@]}" -lpthread -ldl -o "$loop" 2>&1 |
    { grep -vE "in statically linked applications requires at runtime" || true; }

# A release build, because a slow driver would hide differences behind its own time.
swift build -c release --product sandbox
sandbox=$(swift build -c release --show-bin-path)/sandbox

# The last core, because most machines handle their interrupts on the first.
core=$(($(nproc --all) - 1))
if command -v taskset >/dev/null && taskset --cpu-list "$core" true 2>/dev/null; then
    exec taskset --cpu-list "$core" "$sandbox" bench --bootstraps dist --loop "$loop" "$@"
fi
exec "$sandbox" bench --bootstraps dist --loop "$loop" "$@"
