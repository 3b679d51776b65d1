#!/usr/bin/env bash
# Fetches Swift's own toolchain into .build/swift, for a machine that has none. It says first how much it fetches and
# where to, and asks at a terminal; elsewhere INSTALL_SWIFT=1 is the consent. The archive must have the digest in
# scripts/swift-toolchain.txt, and a signature of the key that is named there. After a failure nothing is left.
#
# Usage: scripts/install-swift.sh
set -euo pipefail
cd "$(dirname "$0")/.."

fail() {
    printf '%s\n' "$@" >&2
    exit 1
}

# `release` is the distribution in Swift's words, such as ubuntu24.04.
release=$(. /etc/os-release 2>/dev/null && echo "${ID:-}${VERSION_ID:-}") || release=
version='' server='' key='' signer='' room='' digest=''
while read -r kind value machine sum; do
    case $kind in
    version | server | key | signer | room) printf -v "$kind" %s "$value" ;;
    archive) [ "$value $machine" != "$release $HOSTTYPE" ] || digest=$sum ;;
    esac
done <scripts/swift-toolchain.txt

needed="Swift 6.2 or newer is needed and is not on the PATH."
ways="Without it: install Swift (https://www.swift.org/install/), or run the sandbox in a container
(docs/sandbox.md#in-a-container). From the first release on, \`pipx install cognito-passkeys\` needs no Swift."
[ -n "$digest" ] || fail "$needed No toolchain for ${release:-this system} on $HOSTTYPE can be fetched." "$ways"

echo "$needed Swift's own toolchain $version for $release can be fetched:
about 1 GB from $server, which becomes 3.5 GB in $PWD/.build/swift." >&2
[ "${INSTALL_SWIFT:-}" = 1 ] || [ -t 0 ] ||
    fail "INSTALL_SWIFT=1 in the environment or on make's command line fetches it." "$ways"
mkdir -p .build
[ "$(df --output=avail --block-size=GB .build | tail -n 1 | tr -dc 0-9)" -ge "$room" ] ||
    fail "While it unpacks it needs $room GB, which this disk does not have free." "$ways"
if [ "${INSTALL_SWIFT:-}" != 1 ]; then
    read -r -p "Fetch it? [y/N] " answer || answer=
    case $answer in y | Y | yes) ;; *) fail "Nothing was fetched." "$ways" ;; esac
fi

# One at a time: another make may be about to fetch the same.
exec {lock}>.build/swift.lock
flock "$lock"
[ ! -x .build/swift/usr/bin/swift ] || exit 0

scripts/install.sh swift
for program in curl gpg tar; do
    command -v "$program" >/dev/null || fail "$program is missing. Nothing was fetched." "$ways"
done

# Beside the place of the toolchain, so that it appears there whole or not at all.
work=$(mktemp -d .build/swift.XXXXXX)
trap 'rm -rf "$work"' EXIT

# fetch USUALLY URL FILE
fetch() {
    local status=0
    scripts/progress.sh "Fetching $2" "$1" \
        curl --fail --location --silent --show-error --connect-timeout 30 --output "$work/$3" "$2" || status=$?
    case $status in
    0) ;;
    23) fail "The disk is full. Nothing was kept." ;;
    *) fail "It did not arrive whole. Nothing was kept; the same command tries again." ;;
    esac
}

architecture=
[ "$HOSTTYPE" = x86_64 ] || architecture=-$HOSTTYPE
archive=$server/swift-$version-release/${release//./}$architecture/swift-$version-RELEASE
archive+=/swift-$version-RELEASE-$release$architecture.tar.gz
fetch "some seconds" "$key" key
fetch "some seconds" "$archive.sig" signature
fetch "some minutes" "$archive" archive

sha256sum --check --status <<<"$digest  $work/archive" ||
    fail "This is not the archive with the digest in scripts/swift-toolchain.txt. Nothing was kept."

# A valid signature counts although the key's term has ended since (EXPKEYSIG), because the digest pins what was signed.
mkdir -m 700 "$work/keys"
gpg=(gpg --no-autostart --homedir "$work/keys" --batch --no-tty --quiet)
"${gpg[@]}" --import "$work/key" 2>/dev/null || true
verdict=$("${gpg[@]}" --status-fd 1 --verify "$work/signature" "$work/archive" 2>/dev/null) || true
grep -q "^\[GNUPG:\] VALIDSIG .* $signer\$" <<<"$verdict" &&
    ! grep -Eq "^\[GNUPG:\] (REVKEYSIG|EXPSIG|BADSIG|ERRSIG) " <<<"$verdict" ||
    fail "It has no valid signature of the key in scripts/swift-toolchain.txt. Nothing was kept."

mkdir "$work/swift"
scripts/progress.sh "Unpacking Swift" "a minute" \
    tar --extract --gzip --no-same-owner --strip-components=1 --directory "$work/swift" --file "$work/archive" ||
    fail "It could not be unpacked. Nothing was kept."
"$work/swift/usr/bin/swift" --version >&2 || fail "Swift does not start on this machine. Nothing was kept." "$ways"
rm -rf .build/swift
mv "$work/swift" .build/swift
