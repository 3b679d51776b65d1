#!/usr/bin/env bash
# Checks the deployment: lints both templates as dist/ has them, and runs the tests of
# the templates and of the deployment scripts. Needs no AWS account and no network.
set -euo pipefail
cd "$(dirname "$0")/../.."

python=.build/tools/bin/python
[ -x "$python" ] || python=python3

# The checks must not use the AWS account that this machine is signed in to.
unset AWS_PROFILE AWS_SESSION_TOKEN
export AWS_ACCESS_KEY_ID=testing AWS_SECRET_ACCESS_KEY=testing AWS_DEFAULT_REGION=us-east-1
export AWS_CONFIG_FILE=/dev/null AWS_SHARED_CREDENTIALS_FILE=/dev/null AWS_EC2_METADATA_DISABLED=true
export PYTHONPYCACHEPREFIX=$PWD/.build/pycache PYTHONPATH=scripts:operators/src

# Side by side, because each uses one processor for a while. What the first one says comes last.
said=$(mktemp) tests=$(mktemp)
trap 'rm -f "$said" "$tests"' EXIT
"$python" -m template.check_template >"$said" 2>&1 &
lint=$! status=0
"$python" -m unittest discover --start-directory Tests/Deployment --verbose 2>&1 | tee "$tests" || status=$?
# A test that ends or replaces the process would take the others along without a failure.
grep -q '^Ran ' "$tests" || status=1
wait "$lint" || status=$?
cat "$said"
exit "$status"
