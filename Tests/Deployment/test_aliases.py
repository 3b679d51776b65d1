"""Pools whose users sign in by an alias: attaching and checking demand a code that proves it."""

from __future__ import annotations

from typing import Any

from attach_case import CLIENT, FUNCTIONS, POOL, AttachCase
from aws_case import REGION, failing
from cognito_passkeys.user_pool.aliases import unproven_aliases
from cognito_passkeys.user_pool.functions import OUTPUTS, Deployment
from cognito_passkeys.verbs import attach

OPEN = {"AdminCreateUserConfig": {"AllowAdminCreateUserOnly": False}}
PROBLEM = ("nobody who signs up can sign in by {}: an alias counts only once it is proven, and PreSignUp confirms "
           "accounts before that (ConfirmSignUp is auto). Remedy: deploy with ConfirmSignUp=code")


class AliasTests(AttachCase):
    def given(self, *aliases: str, confirm: str | None = "auto", **more: Any) -> None:
        """A pool with these aliases, and a function PreSignUp that confirms accounts so."""
        super().given(**OPEN | {"AutoVerifiedAttributes": ["email"]} | more
                      | ({"AliasAttributes": [*aliases]} if aliases else {}))
        variables = {"CONFIRM_SIGN_UP": confirm} if confirm else {}
        self.lambdas.update_function_configuration(
            FunctionName=FUNCTIONS["PreSignUp"], Environment={"Variables": variables})

    def named(self, *words: str) -> list[str]:
        """What check-pool says of aliases."""
        return [line for line in self.check(*words) if " alias" in line]

    def test_attaching_is_refused_until_a_code_proves_the_alias(self) -> None:
        for aliases, names in ((["email"], "email"), (["phone_number"], "phone_number"),
                               (["preferred_username", "phone_number", "email"], "email or phone_number")):
            with self.subTest(aliases):
                self.given(*aliases)
                for words in ((), ("--yes",), ("--print",), ("--dry-run",), ("--replace", "--yes")):
                    code, printed = self.run_attach(*words)
                    self.assertEqual((code, self.sent), (attach.REFUSED, []))
                    self.assertIn(f"Refused: {PROBLEM.format(names)}, and run this again.", printed)
                self.given(*aliases, confirm="code")
                self.assertEqual(self.run_attach("--yes")[0], attach.DONE)

    def test_a_second_client_of_an_attached_pool_is_refused_as_well(self) -> None:
        self.given("email", LambdaConfig=dict(FUNCTIONS))
        self.app = self.make_client(self.pool, **CLIENT | {"ClientName": "second"})
        self.assertEqual(self.run_attach("--yes")[0], attach.REFUSED)

    def test_other_pools_attach_with_either_setting(self) -> None:
        for more in ({}, {"UsernameAttributes": ["email"]}, {"AliasAttributes": ["preferred_username"]},
                     # Only administrators make accounts, which PreSignUp never confirms.
                     {"AliasAttributes": ["email"], **POOL}):
            with self.subTest(more):
                self.given(**more)
                self.assertEqual(self.run_attach("--dry-run")[0], attach.DONE)
                self.assertEqual(self.named(), [])

    def test_without_the_function_cognitos_own_code_is_left_in_place(self) -> None:
        self.given("email")
        self.assertEqual(self.run_attach("--dry-run", "--without-pre-sign-up")[0], attach.DONE)
        self.given("email", LambdaConfig={"PreSignUp": FUNCTIONS["PreSignUp"]})
        self.assertEqual(self.run_attach("--dry-run", "--without-pre-sign-up")[0], attach.REFUSED, "it stays attached")
        self.given("email", confirm=None)
        self.assertEqual(self.run_attach("--dry-run")[0], attach.DONE, "the function's default is code")

    def test_the_check_names_the_problem_and_its_remedy(self) -> None:
        no_code = ("nobody who signs up can sign in by phone_number: an alias counts only once it is proven, and no "
                   "code proves this one (it is missing from AutoVerifiedAttributes). Remedy: add it there, or take no "
                   "sign-ins by it")
        for aliases, confirm, problems in ((["email"], "auto", [PROBLEM.format("email")]), (["email"], "code", []),
                                           (["email", "phone_number"], "code", [no_code])):
            self.given(*aliases, confirm=confirm)
            self.assertEqual(self.named(), [f"Problem: {problem}." for problem in problems])

    def test_the_stack_tells_what_the_function_does_not_and_what_neither_tells_is_said(self) -> None:
        self.given("email")
        named = {OUTPUTS[trigger]: function for trigger, function in FUNCTIONS.items()}
        unchecked = ("whether PreSignUp confirms accounts before a code has proven the alias email: its settings "
                     "cannot be read (ConfirmSignUp must be code)")
        with failing("GetFunctionConfiguration"):
            for confirm, problems in (("auto", 1), ("code", 0)):
                self.make_stack(confirm, outputs=named, ConfirmSignUp=confirm)
                self.assertEqual(len(self.named("--stack", confirm, "--region", REGION)), problems)
            self.assertEqual(self.named(), [f"Not checked: {unchecked}"])
            code, printed = self.run_attach("--dry-run")
        self.assertEqual(code, attach.DONE)
        self.assertIn(f"Warning: not checked: {unchecked}.", printed)

    def test_members_that_the_service_leaves_out_mean_none(self) -> None:
        self.assertEqual(unproven_aliases({}, None, Deployment({}, {}, {})), ([], []))
