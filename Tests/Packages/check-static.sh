#!/usr/bin/env bash
# Checks the result of `make package`. Each zip holds one executable, which needs only the kernel and contains no
# development code. It works in an empty root directory, and in a root directory whose name service modules are traps.
# The SBOM and the digests agree with the zips.
set -euo pipefail
cd "$(dirname "$0")/../.."
mapfile -t functions < <(ls Sources/Functions)

fail() {
    echo "check-static: $*" >&2
    exit 1
}

foundation='Foundation(Essentials|Internationalization)|libFoundation|_Foundation|libicu|U_ICU'
# In symbols, the length of a module's name precedes the name.
development='ArgumentParser'
# These call nothing but the Runtime API, as scripts/zips/static-build.sh says.
runtime_api_only='DefineAuthChallenge|PreTokenGeneration'
# Only the authenticator verifies passkeys.
passkeys='8WebAuthn|20AuthenticatorService|21AuthenticatorFunction'
for folder in Sources/Development/*/; do
    module=$(basename "$folder")
    development+="|${#module}$module"
done
foreign="$foundation|$development"

for function in "${functions[@]}"; do
    bootstrap=dist/$function/bootstrap
    [ -x "$bootstrap" ] || fail "no $bootstrap: make package first"
    headers=$(readelf --wide --file-header --program-headers --dynamic "$bootstrap")
    if grep -qE 'INTERP|NEEDED' <<<"$headers"; then fail "$bootstrap is not static"; fi
    grep -qE 'FLAGS_1.* PIE' <<<"$headers" || fail "$bootstrap is not position-independent"
    grep -qE 'GNU_STACK .* RW ' <<<"$headers" || fail "$bootstrap has an executable stack"
    strings --all "$bootstrap" >.build/strings
    unwanted=$foreign
    [ "$function" = Authenticator ] || unwanted+="|$passkeys"
    [[ ! $function =~ ^($runtime_api_only)$ ]] || unwanted+='|OpenSSL [0-9]|X509'
    if grep -nE "$unwanted" .build/strings; then
        fail "$bootstrap contains code that it must not contain"
    fi
    if grep -nF -e "$PWD" -e "$HOME/" .build/strings; then fail "$bootstrap contains names of this machine's directories"; fi
    python3 - "dist/$function.zip" "$bootstrap" <<'PYTHON' || fail "dist/$function.zip is not one executable bootstrap"
import sys, zipfile
archive = zipfile.ZipFile(sys.argv[1])
assert archive.namelist() == ["bootstrap"], archive.namelist()
assert archive.infolist()[0].external_attr >> 16 == 0o100755, "mode"
assert archive.read("bootstrap") == open(sys.argv[2], "rb").read(), "content"
PYTHON
    echo "  ok  $function: static, position-independent, one file"
done

PYTHONPYCACHEPREFIX=$PWD/.build/pycache scripts/release/sbom.py dist || fail "zips, SBOM and SHA256SUMS do not agree"
echo "  ok  zips, SBOM and SHA256SUMS agree"

. Tests/Packages/isolation.sh
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
for authority in ca other-ca; do
    openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2 -subj "/CN=$authority" \
        -keyout "$work/$authority.key" -out "$work/$authority.pem" 2>/dev/null
done
openssl req -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -subj /CN=authsignal.test \
    -keyout "$work/server.key" -out "$work/server.csr" 2>/dev/null
openssl x509 -req -in "$work/server.csr" -CA "$work/ca.pem" -CAkey "$work/ca.key" -CAcreateserial -days 2 \
    -extfile <(echo subjectAltName=DNS:authsignal.test) -out "$work/server.crt" 2>/dev/null
cat "$work/server.crt" "$work/server.key" >"$work/server.pem"

# A name service module that ends every program that loads it, and a static program that loads it.
echo '__attribute__((constructor)) static void trap(void) { __builtin_trap(); }' |
    clang -x c -shared -fPIC -nostdlib -o "$work/trap.so" -
echo '#include <netdb.h>
int main(void) { struct addrinfo *found; return getaddrinfo("authsignal.test", "443", 0, &found) ? 1 : 0; }' |
    clang -x c -static -w -o "$work/control" - 2>/dev/null

"${isolated[@]}" env PYTHONPATH=scripts:operators/src PYTHONDONTWRITEBYTECODE=1 Tests/Packages/drive_bootstrap.py dist "$work"
echo "check-static: all good"
