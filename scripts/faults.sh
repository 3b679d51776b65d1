#!/usr/bin/env bash
# Runs `sandbox faults` in a network of its own, in which its name server answers, or does not, and from which nothing
# can leave. Where the system allows no namespaces, it runs in the ordinary network, without that name server.
#
#   scripts/faults.sh SANDBOX [OPTIONS]
set -euo pipefail

allowed() { "$@" 2>/dev/null; }
isolated=(unshare --mount --net)
[ "$(id -u)" -eq 0 ] || isolated+=(--map-root-user)
# In a chroot the kernel refuses to change how mounts propagate.
allowed "${isolated[@]}" true || isolated+=(--propagation unchanged)

# A new network has its loopback down (SIOCSIFFLAGS, IFF_UP). The mount is not seen outside.
read -r -d '' inside <<'SHELL' || true
set -eu
python3 -c 'import fcntl, socket, struct
fcntl.ioctl(socket.socket(), 0x8914, struct.pack("16sh14x", b"lo", 1))'
mount --bind "$0" /etc/resolv.conf
exec "$@" --serves-names
SHELL

resolver=$(mktemp)
trap 'rm -f "$resolver"' EXIT
echo "nameserver 127.0.0.1" >"$resolver"
chmod 644 "$resolver"
if [ -e /etc/resolv.conf ] && allowed "${isolated[@]}" mount --bind "$resolver" /etc/resolv.conf; then
    "${isolated[@]}" sh -c "$inside" "$resolver" "$@"
else
    echo "  skipped  DNS silent: no network and mounts of its own are allowed here"
    "$@"
fi
