#!/usr/bin/env bash
# Builds libcurl for the functions as two static libraries, from the distribution's source package with its security
# patches applied: with HTTP and HTTPS, and with plain HTTP for functions that call nothing but the Runtime API. They are
# built once for each version of curl, OpenSSL, the compiler and the options below. The last line of output is the
# directory that holds include/, https/libcurl.a, http/libcurl.a, and in source/ the source package. With CURL_SOURCE,
# such a folder, that source package is built, and nothing is fetched. With CURL_LIBRARIES=http, only the one with plain
# HTTP is built, in a directory of its own.
#
# Kept on purpose: the threaded resolver (deadlines hold during name lookups), error texts and IPv6. No
# certificate path is compiled in, because the functions look for one where they run.
set -euo pipefail
cd "$(dirname "$0")/../.."
cache=$PWD/.build/static-curl

options=(
    --disable-shared --enable-static --with-pic --enable-symbol-hiding --disable-dependency-tracking
    --enable-http --enable-ipv6 --enable-threaded-resolver --enable-verbose --disable-ares
    --disable-{dict,file,ftp,gopher,imap,ipfs,ldap,ldaps,mqtt,pop3,rtsp,smb,smtp,telnet,tftp,websockets}
    --disable-{alt-svc,aws,cookies,dateparse,dnsshuffle,doh,form-api,get-easy-options,headers-api,hsts,httpsrr,mime,netrc,proxy}
    --disable-{bearer-auth,digest-auth,kerberos-auth,negotiate-auth,ntlm,ntlm-wb,tls-srp,unix-sockets}
    --disable-{docs,libcurl-option,manual,progress-meter}
    --without-{brotli,gssapi,libgsasl,libidn2,libpsl,librtmp,libssh,libssh2,nghttp2,nghttp3,ngtcp2,zlib,zstd}
)
https=(--with-openssl --disable-openssl-auto-load-config --without-ca-bundle --without-ca-path --without-ca-fallback)
http=(--without-ssl)
flags="-O2 -g0 -ffunction-sections -fdata-sections -fstack-protector-strong -D_FORTIFY_SOURCE=2"

openssl=$(dpkg-query -W -f '${Version}' libssl-dev)
compiler=$(clang --version | head -n 1)
digest=$(printf '%s\n' "${options[@]}" "${https[@]}" "${http[@]}" "$flags" "$compiler" | sha256sum | cut -c 1-12)
suffix="openssl-$openssl-$(dpkg --print-architecture)-$digest"
read -ra libraries <<<"${CURL_LIBRARIES:-https http}"
[ "${libraries[*]}" = "https http" ] || suffix+="-${libraries[*]}"

# A build of the newest version that apt knows, or of a newer one, is reused.
newest=$(apt-cache policy curl | sed -n 's/^ *Candidate: *\([0-9]\)/\1/p')
for built in "$cache"/curl-*-"$suffix"; do
    version=${built#"$cache"/curl-}
    if [ -e "$built/VERSIONS" ] && dpkg --compare-versions "${version%-"$suffix"}" ge "${newest:-0}"; then
        cat "$built/VERSIONS"
        echo "$built"
        exit 0
    fi
done

# The rest prints nothing for a minute, so it runs once more below a line that says what it does.
if [ "${1:-}" != build ]; then
    exec scripts/progress.sh "Fetching the source of curl and building it with and without TLS" "a minute, once" \
        scripts/zips/static-libcurl.sh build
fi

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p "$work"/{sources,lists/partial,cache/archives/partial,source,build}

# Source packages come from the same places as the machine's packages, through lists of our own. apt checks the
# signatures as usual, and the machine's configuration stays as it is.
list='' parts=''
eval "$(apt-config shell list Dir::Etc::sourcelist/f parts Dir::Etc::sourceparts/d)"
for file in "$list" "$parts"*.list "$parts"*.sources; do
    [ -f "$file" ] || continue
    case $file in
    *.sources) sed -E 's/^Types:.*/Types: deb-src/' "$file" >"$work/sources/${file##*/}" ;;
    *) sed -nE 's/^[[:space:]]*deb(-src)?[[:space:]]/deb-src /p' "$file" | sort -u >"$work/sources/${file##*/}" ;;
    esac
done
apt=(apt-get -qq -o Acquire::Retries=5 -o Dir::Etc::SourceList=/dev/null -o "Dir::Etc::SourceParts=$work/sources"
    -o "Dir::State::Lists=$work/lists" -o "Dir::Cache=$work/cache" -o "APT::Sandbox::User=$(id -un)")

log=$work/log
run() { "$@" >>"$log" 2>&1 || { tail -n 60 "$log" >&2; echo "static-libcurl: failed: $*" >&2; exit 1; }; }
cd "$work/source"
if [ -n "${CURL_SOURCE:-}" ]; then
    cp "$CURL_SOURCE"/* .
    run dpkg-source --extract ./*.dsc
else
    run "${apt[@]}" update
    run "${apt[@]}" source curl
fi
version=$(sed -n 's/^Version: *//p' ./*.dsc)
source=$(find "$PWD" -mindepth 1 -maxdepth 1 -type d)

# library NAME OPTION...: builds one of the two libraries.
library() {
    local name=$1
    shift
    mkdir "$work/build/$name"
    cd "$work/build/$name"
    # If this version of curl does not know an option, there is nothing to switch off, and configure only warns.
    run env CC=clang CFLAGS="$flags -ffile-prefix-map=$source=curl -ffile-prefix-map=$work/build/$name=curl" \
        "$source/configure" "${options[@]}" "$@"
    run make -C lib -j2
}
for name in "${libraries[@]}"; do
    declare -n own=$name
    library "$name" "${own[@]}"
done

target=$cache/curl-$version-$suffix
mkdir -p "$cache"
staging=$(mktemp -d "$cache/staging.XXXXXX")
chmod 755 "$staging"
mkdir "$staging"/{include,source} "${libraries[@]/#/$staging/}"
cp -R "$source/include/curl" "$staging/include/"
find "$work/source" -maxdepth 1 -type f -exec cp {} "$staging/source/" \;
for name in "${libraries[@]}"; do cp "$work/build/$name/lib/.libs/libcurl.a" "$staging/$name/"; done
echo "curl $version (distribution source, patched), OpenSSL $openssl (distribution, static)" >"$staging/VERSIONS"
rm -rf "$target"
mv "$staging" "$target"
cat "$target/VERSIONS"
echo "$target"
