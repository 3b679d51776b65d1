# Sets `isolated`: the command that runs another one with a network and mounts of its own. It is sourced, with `fail`
# defined.

# A separate network and separate mounts need privileges: root, or user namespaces. In a chroot the kernel refuses to
# change how mounts propagate. In a container that allows no namespaces, root can still run everything with chroot only.
allowed() { "$@" true 2>/dev/null; }
isolated=(unshare --mount --net --pid --fork)
[ "$(id -u)" -eq 0 ] || isolated+=(--map-root-user)
if ! allowed "${isolated[@]}"; then
    isolated+=(--propagation unchanged)
    allowed "${isolated[@]}" || isolated=(env)
fi
if [ "${isolated[0]}" = env ] && [ "$(id -u)" -ne 0 ]; then
    [ -z "${CI:-}" ] || fail "user namespaces are not allowed here: only root can run the executables in a root directory of their own"
    echo "  skipped  user namespaces are not allowed here: run this as root to try the executables in an empty root"
    exit 0
fi
