#!/usr/bin/env bash
# Makes the npm package of the construct: compiles it, and puts in the zips and the nested stack's template.
#
# Usage: clients/cdk/pack.sh DIST, the folder with the zips, in which the package will be too. Prints its name.
set -euo pipefail
dist=$(realpath "${1:?the folder of the zips}")
cd "$(dirname "$0")/../.."

package=.build/cdk/package
rm -rf "$package"
mkdir -p "$package/dist"
# tsc looks for aws-cdk-lib in the folders above the sources.
cp -R clients/cdk/{package.json,tsconfig.json,README.md,src} LICENSE "$package"
cp "$dist"/*.zip "$package/dist"
PYTHONPYCACHEPREFIX=$PWD/.build/pycache PYTHONPATH=scripts:operators/src .build/tools/bin/python \
    -m template.cdk_package "$package"
tsc --project "$package"
rm -r "$package"/{src,tsconfig.json}
# npm keeps the modes, which the umask has changed.
chmod -R u=rwX,go=rX "$package"
npm pack --silent --pack-destination "$dist" "./$package"
