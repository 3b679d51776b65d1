"""With --https, phones and other machines reach the sandbox under a name, and passkeys belong to that name."""

from __future__ import annotations

import base64
import hashlib
import http.client
import re
import socket
import ssl
from collections.abc import Iterator
from datetime import datetime, timedelta, timezone
from pathlib import Path
from types import SimpleNamespace

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import (
    Encoding, NoEncryption, PrivateFormat, PublicFormat, load_pem_private_key)
from cryptography.x509.verification import PolicyBuilder, Store, VerificationError

from browser import start_browser
from conftest import OUTPUT
from journeys.app import new_address
from page import Page

NAME = "dev.example.test"


@pytest.fixture(scope="module")
def folder(tmp_path_factory) -> Path:
    return tmp_path_factory.mktemp("certificates")


@pytest.fixture(scope="module")
def served(start, folder) -> SimpleNamespace:
    return serve(start, folder)


def serve(start, folder: Path) -> SimpleNamespace:
    """A sandbox with https, on a port that the system has chosen."""
    sandbox = start("--https", f"{NAME}:0", "--folder", str(folder))
    sandbox.wait_for_log("other machines ")
    return SimpleNamespace(
        sandbox=sandbox, origin=(origin := re.search(rf"https://{NAME}:\d+", sandbox.log.read_text()).group()),
        port=int(origin.rpartition(":")[2]))


# Like another machine's way: only a server on all addresses is there.
ADDRESS = "127.0.0.2"


def status(port: int, roots: str, path: str = "/", name: str = NAME, method: str = "GET", **headers: str) -> int:
    """The status of the answer to somebody who trusts these roots."""
    context = ssl.create_default_context(cadata=roots)
    context.verify_flags |= ssl.VERIFY_X509_STRICT
    connection = http.client.HTTPSConnection(ADDRESS, port, timeout=30)
    connection.sock = context.wrap_socket(socket.create_connection((ADDRESS, port), 30), server_hostname=name)
    connection.request(method, path, "{}" if method == "POST" else None, {"Host": f"{NAME}:{port}", **headers})
    answer = connection.getresponse().status
    connection.close()
    return answer


@pytest.fixture
def roots(served, folder) -> str:
    return (folder / f"{NAME}-authority.pem").read_text()


@pytest.mark.parametrize("path, headers", [
    ("/", {"X-Amz-Target": "DynamoDB_20120810.Scan"}), ("/", {"X-Amz-Target": "DynamoDB_20120810.GetItem"}),
    ("/v2/email/outbound-emails", {}), ("/captcha/siteverify", {}),
])
def test_other_machines_cannot_make_the_functions_calls_whatever_host_they_name(served, roots, path, headers):
    for host in (f"{NAME}:{served.port}", "localhost", f"localhost:{served.port}", "127.0.0.1", "LOCALHOST"):
        assert status(served.port, roots, path, method="POST", Host=host, **headers) == 403


def test_whoever_trusts_the_authority_reaches_the_page_and_the_settings(served, roots):
    for path in ("/", "/sandbox/settings"):
        assert status(served.port, roots, path) == 200
        assert status(served.port, roots, path, Host="other.example.test") == 403
    assert status(served.port, roots, "/sandbox/settings", Origin=served.origin) == 200
    for origin in (f"http://{NAME}:{served.port}", "https://other.example.test"):
        assert status(served.port, roots, "/sandbox/settings", Origin=origin) == 403
    assert served.sandbox.settings["relyingPartyId"] == NAME
    with pytest.raises(ConnectionRefusedError):
        socket.create_connection((ADDRESS, int(served.sandbox.url.rpartition(":")[2])), 30)
    with pytest.raises(ssl.SSLCertVerificationError):
        status(served.port, roots, name="other.example.test")


def test_the_authority_is_kept_and_only_its_owner_can_read_the_key(start, served, roots, folder):
    again = serve(start, folder)
    assert (folder / f"{NAME}-authority.pem").read_text() == roots
    assert status(again.port, roots) == 200
    assert (folder / f"{NAME}-authority-key.pem").stat().st_mode & 0o777 == 0o600


def certificate(name: str, key, issuer: x509.Name, signer, *extensions) -> x509.Certificate:
    now = datetime.now(timezone.utc)
    builder = x509.CertificateBuilder(
        issuer, x509.Name([]), key.public_key(), x509.random_serial_number(), now - timedelta(1), now + timedelta(30))
    for extension in (x509.SubjectAlternativeName([x509.DNSName(name)]), *extensions):
        builder = builder.add_extension(extension, critical=isinstance(extension, x509.SubjectAlternativeName))
    return builder.sign(signer, hashes.SHA256())


def test_the_authority_vouches_for_no_other_name(roots, folder):
    authority = x509.load_pem_x509_certificate(roots.encode())
    signer = load_pem_private_key((folder / f"{NAME}-authority-key.pem").read_bytes(), None)
    key = ec.generate_private_key(ec.SECP256R1())
    extensions = (
        x509.AuthorityKeyIdentifier.from_issuer_public_key(signer.public_key()),
        x509.ExtendedKeyUsage([x509.ExtendedKeyUsageOID.SERVER_AUTH]))
    accepted = {}
    for name in (NAME, "bank.example"):
        leaf = certificate(name, key, authority.subject, signer, *extensions)
        verifier = PolicyBuilder().store(Store([authority])).build_server_verifier(x509.DNSName(name))
        try:
            accepted[name] = bool(verifier.verify(leaf, []))
        except VerificationError:
            accepted[name] = False
    assert accepted == {NAME: True, "bank.example": False}


def test_a_certificate_of_ones_own_is_shown_instead(start, tmp_path):
    key = ec.generate_private_key(ec.SECP256R1())
    own = certificate(NAME, key, x509.Name([]), key, x509.BasicConstraints(False, None))
    (tmp_path / f"{NAME}.pem").write_bytes(own.public_bytes(Encoding.PEM))
    (tmp_path / f"{NAME}-key.pem").write_bytes(
        key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()))
    served = serve(start, tmp_path)
    shown = ssl.get_server_certificate(("127.0.0.1", served.port))
    assert x509.load_pem_x509_certificate(shown.encode()) == own
    assert "have to trust" not in served.sandbox.log.read_text()


@pytest.fixture
def browser(roots) -> Iterator:
    """A browser on a machine that trusts the authority, and on which the name leads to this machine."""
    key = x509.load_pem_x509_certificate(roots.encode()).public_key()
    digest = hashlib.sha256(key.public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo)).digest()
    driver = start_browser(
        f"--host-resolver-rules=MAP {NAME} 127.0.0.1",
        f"--ignore-certificate-errors-spki-list={base64.b64encode(digest).decode()}")
    yield driver
    driver.quit()


def test_the_page_creates_and_uses_a_passkey_under_the_name(served, browser):
    page = Page(browser, served.origin, OUTPUT / "screenshots")
    page.open()
    page.add_authenticator()
    page.sign_up(new_address())
    page.create_passkey()
    page.sign_out()
    page.take("signInWithPasskey")
    page.wait_for_view("account")
    assert [passkey.rp_id for passkey in page.passkeys_on_device()] == [NAME]
    assert page.console_errors() == []
    page.close()
