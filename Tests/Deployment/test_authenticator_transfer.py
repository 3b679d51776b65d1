"""The tool for users' authenticators: export, import, and users that the pool no longer has."""

from __future__ import annotations

import stat
from typing import Any
from unittest import mock

import botocore.client

from template import sam_template
from authenticator_case import (
    ANA, BEN, POOL, RELYING_PARTY, TABLE, AuthenticatorCase, binary, everything, mailbox, passkey, pointer, profile)
from cognito_passkeys.users_table import files
from cognito_passkeys.users_table.files import Export, decoded, encoded
from cognito_passkeys.users_table.items import users
from cognito_passkeys.users_table.reset_notice import SENDER_PARAMETER, SERVICE_PARAMETER, SET_PARAMETER
from cognito_passkeys.users_table.session import POOL_OUTPUT, RELYING_PARTY_PARAMETER, TABLE_OUTPUT
from test_passwordless_items import item as foreign_item

CALL = "botocore.client.BaseClient._make_api_call"
ALL = [*everything(ANA), *everything(BEN, b"\x09")]
FILE = Export(RELYING_PARTY, POOL, ALL)


class ExportTests(AuthenticatorCase):
    def export(self, words: str = "", code: int = 0) -> bytes:
        path = self.folder / f"{len(list(self.folder.iterdir()))}.jsonl"
        found, output, log = self.run_tool(f"{words} --export {path}")
        self.assertEqual(found, code, output)
        self.assertEqual(stat.S_IMODE(path.stat().st_mode), 0o600)
        self.assertEqual([line["action"] for line in log], ["export"])
        return path.read_bytes()

    def test_an_export_holds_every_user_of_the_pool_and_no_other_or_everything_about_one_user(self) -> None:
        self.store(*ALL, profile("x", "eu-west-1_Other"))
        self.assertEqual(self.export(), encoded(FILE))
        self.assertEqual(self.export(f"--user {ANA}"), encoded(FILE._replace(items=everything(ANA))))

    def test_a_round_trip_gives_the_same_bytes(self) -> None:
        self.store(*ALL)
        first = self.export()
        for item in ALL:
            self.table.api.delete_item(TableName=TABLE, Key={name: item[name] for name in ("pk", "sk")})
        code, _, log = self.run_tool(f"--import {self.folder / '0.jsonl'}", answer="y")
        self.assertEqual(code, 0)
        self.assertEqual([(line["action"], line["users"], line["passkeys"], line["outcome"]) for line in log],
                         [("import", 2, 4, "done")])
        self.assertEqual(self.export(), first)

    def test_a_file_that_exists_stays(self) -> None:
        path = self.folder / "all.jsonl"
        path.write_text("mine")
        code, output, log = self.run_tool(f"--export {path}")
        self.assertEqual((code, output, log), (1, f"{path} exists already, and stays as it is.", []))
        self.assertEqual(path.read_text(), "mine")

    def test_a_user_who_changes_while_the_table_is_read_is_read_again(self) -> None:
        self.store(*ALL)
        call = botocore.client.BaseClient._make_api_call

        def changing(client: Any, operation: str, arguments: dict[str, Any]) -> Any:
            answer = call(client, operation, arguments)
            if operation == "Scan":
                # The scan has seen only a part of Ana, and a pointer of Ben, who has been erased since.
                answer["Items"] = [entry for entry in answer["Items"]
                                   if entry["sk"]["S"] not in ("profile", "email#e1")]
                for item in everything(BEN, b"\x09"):
                    call(client, "DeleteItem", {"TableName": TABLE, "Key": {name: item[name] for name in ("pk", "sk")}})
            return answer

        with mock.patch(CALL, changing):
            data = self.export()
        self.assertEqual(decoded(data).items, decoded(encoded(FILE._replace(items=everything(ANA)))).items)

    def test_users_that_cannot_be_imported_are_named(self) -> None:
        self.store(profile(ANA), passkey(ANA), profile(BEN))
        path = self.folder / "all.jsonl"
        code, output, _ = self.run_tool(f"--export {path}")
        self.assertEqual(code, 1)
        self.assertIn(f"{ANA}: passkey p1 has no pointer", output)
        self.assertEqual(len(decoded(path.read_bytes()).items), 3)


class ImportTests(AuthenticatorCase):
    def import_(self, export: Export, words: str = "--yes") -> tuple[int, str, list[dict[str, Any]]]:
        path = self.folder / "all.jsonl"
        path.write_bytes(encoded(export))
        return self.run_tool(f"--import {path} {words}")

    def test_a_file_that_may_not_be_imported_changes_nothing(self) -> None:
        alone = FILE._replace(items=[*everything(BEN, b"\x09"), profile(ANA), passkey(ANA)])
        for export, problem in (
            (FILE._replace(relying_party="other.example"), "the passkeys belong to other.example"),
            (FILE._replace(pool="eu-west-1_Other"), "the users belong to eu-west-1_Other"),
            (FILE._replace(items=[profile(ANA, "eu-west-1_Other")]), "items of other user pools: eu-west-1_Other"),
            (alone, f"{ANA}: passkey p1 has no pointer"),
            (FILE._replace(items=[profile(ANA), pointer(ANA)]), f"{ANA}: the pointer of AQID leads to no passkey"),
            (FILE._replace(items=[mailbox(ANA)]), f"{ANA}: there is no profile"),
        ):
            code, output, log = self.import_(export)
            self.assertEqual((code, log), (1, []))
            self.assertIn(problem, output)
        path = self.folder / "cut.jsonl"
        path.write_bytes(encoded(FILE)[:-1])
        self.assertEqual(self.run_tool(f"--import {path} --yes")[0], 1)
        self.assert_stored()

    def test_a_dry_run_says_what_would_be_added_and_adds_nothing(self) -> None:
        self.store(*everything(ANA))
        code, output, log = self.import_(FILE, "--dry-run")
        self.assertEqual((code, log), (0, []))
        self.assertIn("To add: 1 user. There already: 1. There with other contents, left alone: 0.", output)
        self.assert_stored(*everything(ANA))

    def test_nothing_is_overwritten_and_an_import_with_conflicts_adds_nobody(self) -> None:
        changed = [profile(ANA, version={"N": "9"}), *everything(ANA)[1:]]
        self.store(*changed)
        code, output, log = self.import_(FILE)
        self.assertEqual((code, log), (1, []))
        self.assertIn(ANA, output)
        self.assertNotIn(BEN, output)
        self.assert_stored(*changed)

    def test_users_whom_the_table_has_can_be_left_alone(self) -> None:
        changed = [profile(ANA, version={"N": "9"}), *everything(ANA)[1:]]
        self.store(*changed)
        code, output, [line] = self.import_(FILE, "--skip-existing --yes")
        self.assertEqual((code, line["users"]), (0, 1))
        self.assertIn("There with other contents, left alone: 1.", output)
        self.assert_stored(*changed, *everything(BEN, b"\x09"))

    def test_a_credential_of_somebody_else_is_always_a_conflict(self) -> None:
        other = [profile("x"), passkey("x"), pointer("x")]
        self.store(*other)
        self.assertEqual(self.import_(FILE, "--skip-existing --yes")[0], 1)
        self.assert_stored(*other)

    def test_a_user_whom_the_table_gets_meanwhile_stays(self) -> None:
        mine = profile(ANA, version={"N": "9"})

        def meanwhile(*_: object) -> str:
            self.store(mine)
            return "y"

        with mock.patch("cognito_passkeys.users_table.all_users.is_confirmed", meanwhile):
            code, output, [line] = self.import_(FILE, "")
        self.assertEqual((code, line["users"], line["passkeys"], line["outcome"]), (1, 1, 2, "incomplete"))
        self.assertIn("Added: 1 of 2 users.", output)
        self.assertIn(ANA, output)
        self.assert_stored(mine, *everything(BEN, b"\x09"))

    def test_an_import_that_breaks_off_says_how_far_it_came_and_can_go_on(self) -> None:
        call, made = botocore.client.BaseClient._make_api_call, []

        def breaking(client: Any, operation: str, arguments: dict[str, Any]) -> Any:
            if operation == "TransactWriteItems":
                made.append(operation)
                if len(made) > 1:
                    raise OSError("no network")
            return call(client, operation, arguments)

        with mock.patch(CALL, breaking):
            code, output, [line] = self.import_(FILE)
        self.assertEqual((code, line["users"], line["outcome"]), (1, 1, "incomplete"))
        self.assertIn("no network", output)
        self.assertEqual(self.import_(FILE)[0], 0)
        self.assert_stored(*ALL)
        self.assertEqual(self.import_(FILE)[0], 0)
        self.assert_stored(*ALL)

class PasswordlessImportTests(AuthenticatorCase):
    SOURCE = "passwordless"

    def setUp(self) -> None:
        super().setUp()
        self.make_table(self.SOURCE)

    def given(self, *items: dict[str, Any]) -> None:
        for item in items:
            self.table.api.put_item(TableName=self.SOURCE, Item=item)

    def import_(self, words: str = "--yes") -> tuple[int, str, list[dict[str, Any]]]:
        return self.run_tool(f"--import-passwordless {self.SOURCE} {words}", pool=self.pool)

    def test_passkeys_keep_their_handles_and_their_keys_and_belong_to_the_users_of_the_pool(self) -> None:
        ana, ben = self.person("ana"), self.person("ben")
        self.given(foreign_item(f"s|{ana}"), foreign_item(ana, b"\x04", createdAt={"S": "2025-01-01T00:00:00Z"}),
                   foreign_item("u|ben", b"\x05", friendlyName={"S": ""}),
                   {"pk": {"S": f"USER#{ana}"}, "sk": {"S": "CHALLENGE#x"}, "exp": {"N": "1"}})
        code, output, [line] = self.import_()
        self.assertEqual((code, line["action"], line["users"], line["passkeys"]), (0, "import-passwordless", 2, 3))
        users_ = users(self.table.items())
        self.assertEqual(set(users_), {ana, ben})
        # The functions can read all of it.
        self.assertEqual(files.import_problems(
            Export(RELYING_PARTY, self.pool, self.table.items()), RELYING_PARTY, self.pool), [])
        self.assertEqual([(key["credentialId"]["B"], key["userHandle"]["B"], key["addedInVersion"]["N"])
                          for key in users_[ana].authenticators], [
            (binary(b"\x04")["B"], binary(ana.encode())["B"], "1"),
            (binary(b"\x01\x02\x03")["B"], binary(f"s|{ana}".encode())["B"], "2")])
        own = users_[ana].profile
        self.assertEqual((own["handle"]["B"], own["version"]["N"], own["hasHadPasskey"]["BOOL"]),
                         (binary(ana.encode())["B"], "2", True))
        self.assertNotIn("label", users_[ben].authenticators[0])

    def test_a_second_import_adds_nothing(self) -> None:
        self.given(foreign_item(f"s|{self.person('ana')}"))
        self.assertEqual(self.import_()[0], 0)
        before = self.table.items()
        code, output, log = self.import_()
        self.assertEqual((code, log), (0, []))
        self.assertIn("To add: 0 users. There already: 1.", output)
        self.assertEqual(self.table.items(), before)

    def test_passkeys_of_users_that_the_pool_does_not_have_are_left_out(self) -> None:
        self.given(foreign_item(f"s|{self.person('ana')}"), foreign_item(f"s|{BEN}", b"\x04"),
                   foreign_item("u|nobody", b"\x05"))
        code, output, [line] = self.import_()
        self.assertEqual((code, line["users"]), (0, 1))
        self.assertIn("Left out, because the pool does not have their users: 2 passkeys.", output)

    def test_a_handle_without_a_prefix_may_be_a_user_name(self) -> None:
        sub = self.person(BEN)
        self.given(foreign_item(BEN))
        self.assertEqual(self.import_()[0], 0)
        self.assertEqual(set(users(self.table.items())), {sub})

    def test_nobody_gets_a_passkey_that_may_be_somebody_elses(self) -> None:
        ana = self.person("ana")
        # Whoever may choose a user name may choose another user's sub.
        self.person(ana)
        self.given(foreign_item(ana))
        code, output, log = self.import_()
        self.assertEqual((code, log), (1, []))
        self.assertIn("it is unknown whose a passkey is", output)
        self.assert_stored()
        self.table.api.delete_item(TableName=self.SOURCE, Key={
            name: foreign_item(ana)[name] for name in ("pk", "sk")})
        # With a prefix, the handle says which of the two it is.
        self.given(foreign_item(f"s|{ana}"))
        self.assertEqual(self.import_()[0], 0)
        self.assertEqual(set(users(self.table.items())), {ana})

    def test_what_cannot_be_read_or_belongs_elsewhere_stops_the_import(self) -> None:
        ana = self.person("ana")
        for items, problem in (
            ([foreign_item(f"s|{ana}"), foreign_item(f"s|{ana}", b"\x04", rpId={"S": "other.example"})],
             "rpId is another relying party"),
            ([foreign_item(f"s|{BEN}")], f"the pool {self.pool} has none of the users"),
        ):
            self.given(*items)
            code, output, log = self.import_()
            self.assertEqual((code, log), (1, []))
            self.assertIn(problem, output)
            for item in items:
                self.table.api.delete_item(TableName=self.SOURCE, Key={name: item[name] for name in ("pk", "sk")})
        self.assert_stored()


class OrphanTests(AuthenticatorCase):
    def test_only_users_that_the_pool_no_longer_has_are_listed(self) -> None:
        there = [self.person(f"u{number}") for number in range(70)]
        self.store(*(profile(sub, self.pool) for sub in there), profile(BEN, self.pool), mailbox(ANA, self.pool),
                   profile("x", "eu-west-1_Other"))
        code, output, log = self.run_tool("--orphans", pool=self.pool)
        self.assertEqual((code, log), (0, []))
        self.assertEqual(output.splitlines()[:-1], sorted([ANA, BEN]))
        self.assertTrue(output.splitlines()[-1].startswith(f"2 users of 72 no longer in {self.pool}."))

    def test_a_user_whom_only_the_list_lacks_is_no_orphan(self) -> None:
        sub = self.person("ana")
        self.store(profile(sub, self.pool))
        with mock.patch("cognito_passkeys.users_table.table.AuthenticatorPool.names", return_value={}):
            _, output, _ = self.run_tool("--orphans", pool=self.pool)
        self.assertEqual(output, f"0 users of 1 no longer in {self.pool}.\n")


class DeploymentTests(AuthenticatorCase):
    def test_the_stack_names_table_pool_and_relying_party(self) -> None:
        sub = self.person("ana")
        self.store(profile(sub, self.pool))
        path = self.folder / "all.jsonl"
        stack = self.stack(RelyingPartyId="login.example.org")
        self.assertEqual(self.run_tool(f"--stack {stack} --export {path}")[0], 0)
        self.assertEqual(decoded(path.read_bytes()),
                         Export("login.example.org", self.pool, [profile(sub, self.pool)]))

    def test_the_template_has_what_the_tool_reads(self) -> None:
        template = sam_template.load()
        for name in (TABLE_OUTPUT, POOL_OUTPUT):
            self.assertIn(name, template["Outputs"])
        for name in (RELYING_PARTY_PARAMETER, SENDER_PARAMETER, SERVICE_PARAMETER, SET_PARAMETER):
            self.assertIn(name, template["Parameters"])

    def test_a_stack_without_an_authenticator_is_said(self) -> None:
        stack = self.stack(Other="x")
        code, output, _ = self.run_tool(f"--stack {stack} --export {self.folder / 'x'}")
        self.assertEqual((code, output), (1, "Not done: name the relying party id: --relying-party"))
        with mock.patch("cognito_passkeys.users_table.session.TABLE_OUTPUT", "None"):
            code, output, _ = self.run_tool(f"--stack {stack} --user u")
        self.assertEqual(code, 1)
        self.assertIn("does it have an authenticator?", output)
        code, output, _ = self.run_tool("--stack nothing --user u")
        self.assertEqual(code, 1)
        self.assertIn("Not done: ", output)
