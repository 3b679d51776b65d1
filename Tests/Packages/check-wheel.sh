#!/usr/bin/env bash
# Installs the wheel that `make dist` has made in a root directory with the distribution's Python and nothing else,
# without an index of packages, and lets the tests of the rehearsal use it there: the demo, the page in Chromium, and a
# deployment on the emulated AWS. Chromium and the emulator run outside of that directory.
#
# Usage, as root, after make dist and once make rehearse and make e2e: Tests/Packages/check-wheel.sh
set -euo pipefail
cd "$(dirname "$0")/../.."

fail() {
    echo "check-wheel: $*" >&2
    exit 1
}

if [ "${1:-}" != inside ]; then
    [ "$(id -u)" -eq 0 ] || fail "only root can change the root directory"
    work=$(mktemp -d)
    trap 'rm -rf "$work"' EXIT
    # With mounts of its own, which end with it.
    unshare --mount --pid --fork "$0" inside "$work"
    exit 0
fi
work=$2 root=$2/root
wheels=(dist/cognito_passkeys-*-manylinux*.whl)
[ -e "${wheels[0]}" ] || fail "no wheel with the sandbox: make dist first"

# With no package installed, apt names all that Python needs.
mkdir -p "$work"/{cache/archives/partial,wheels,bin}
: >"$work/status"
apt-get -qq --yes -o "Dir::State::Status=$work/status" -o "Dir::Cache=$work/cache" -o APT::Sandbox::User=root \
    -o APT::Install-Recommends=false --download-only install python3-venv >"$work/apt.log" 2>&1 ||
    { cat "$work/apt.log" >&2; fail "the packages of the distribution cannot be fetched"; }
mkdir -p "$root"/usr/{bin,sbin,lib,lib64} "$root"/{dev,proc,tmp,home}
for folder in bin sbin lib lib64; do ln -s "usr/$folder" "$root/$folder"; done
for package in "$work"/cache/archives/*.deb; do
    dpkg-deb --fsys-tarfile "$package" | tar --extract --keep-directory-symlink --directory "$root"
done
if [ -e "$root/usr/bin/gcc" ] || [ -e "$root/usr/bin/swift" ]; then fail "there is a compiler"; fi
mount -t proc proc "$root/proc"
for device in null urandom; do
    touch "$root/dev/$device"
    mount --bind "/dev/$device" "$root/dev/$device"
done
# Files in it have the same paths inside and outside.
mkdir -p "$root$work"
ln -s / "$root$root"

.build/uv/bin/pip download --quiet --disable-pip-version-check --only-binary :all: --no-deps --require-hashes \
    --find-links dist --dest "$work/wheels" --requirement dist/requirements.txt
mv "$work/wheels" "$root/wheels"

cat >"$work/bin/cognito-passkeys" <<EOF
#!/usr/bin/env python3
import os, sys
here = os.getcwd()
os.chroot("$root")
os.chdir(here if os.path.isdir(here) else "/")
os.execv("/home/tools/bin/cognito-passkeys", ["cognito-passkeys", *sys.argv[1:]])
EOF
chmod +x "$work/bin/cognito-passkeys"

started=$(date +%s)
inside=(env -i HOME=/home PATH=/usr/bin LANG=C.UTF-8 "$(command -v chroot)" "$root")
"${inside[@]}" /usr/bin/python3 -m venv /home/tools
"${inside[@]}" /home/tools/bin/pip install --quiet --no-index --find-links /wheels cognito-passkeys
echo "  ok  installed in $(($(date +%s) - started)) s"
WHEEL_COMMAND=$work/bin/cognito-passkeys Tests/Rehearsal/rehearse.sh -k test_wheel --basetemp "$root/tmp/run" -rP
echo "check-wheel: all good, $(($(date +%s) - started)) s from the first command on"
