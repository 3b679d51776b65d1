#!/usr/bin/env bash
# Makes what a release publishes in addition to the zips and templates, which `make package` has made in dist/: the static
# sandbox, the wheels with their list of digests, the npm packages and the archive of the Terraform module. Two clones of
# the same sources give the same bytes.
set -euo pipefail
cd "$(dirname "$0")/.."
export PYTHONPYCACHEPREFIX=$PWD/.build/pycache PYTHONPATH=scripts:operators/src

# Every wheel has the page on licenses, and the list of digests has every package.
inventory() { scripts/release/sbom.py dist "$(tail -n 1 .build/static-libcurl.log)"; }

scripts/zips/sandbox.sh
inventory
SOURCE_DATE_EPOCH=$(date --date "$(sed -n 's/.*"timestamp": "\(.*\)".*/\1/p' dist/sbom.cdx.json)" +%s)
export SOURCE_DATE_EPOCH
for sandbox in "$PWD/dist/sandbox" ""; do
    (cd operators && WHEEL_SANDBOX=$sandbox ../.build/wheel/tools/bin/hatchling build --target wheel --directory ../dist)
done
# The wheel and all that it needs, by digest. pip takes digests only from such a list, not from one of constraints.
wheels=(dist/*.whl)
version=${wheels[0]#*-}
{
    printf 'cognito-passkeys==%s' "${version%%-*}"
    sha256sum "${wheels[@]}" | sed 's/ .*//; s/^/ --hash=sha256:/' | tr -d '\n'
    echo
    grep -E '^(boto3|botocore|idna|jmespath|python-dateutil|s3transfer|six|tomli|urllib3)==' scripts/operator-tools.txt
} >dist/requirements.txt
clients/cdk/pack.sh dist
rm -rf .build/web-package
cp -R clients/web .build/web-package
chmod -R u=rwX,go=rX .build/web-package
npm pack --silent --pack-destination dist ./.build/web-package
.build/tools/bin/python -m template.terraform_archive
inventory
