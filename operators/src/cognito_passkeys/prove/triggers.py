"""The probes of Cognito's answers, beside those of its events."""

from functools import cached_property
from typing import Any

from botocore.exceptions import ClientError

from cognito_passkeys.prove.events import Events
from cognito_passkeys.prove.pool import code_of, outcome


class Triggers(Events):
    """All probes of pools with the recorder, by the names of their rows."""

    def decisions(self) -> str:
        failing, further = (self.plain.begin(self.plain.user(mode)) for mode in ("failing", "further"))
        return (f"issuing and failing: {code_of(self.plain.answer, failing) or 'tokens'}; "
                f"issuing and a challenge: {outcome(self.plain.answer(further))}")

    def changed_event(self) -> str:
        return code_of(self.plain.begin, self.plain.user("changed")) or "taken"

    def other_username(self) -> str:
        begun, other = self.plain.begin(self.plain.user()), self.plain.user()
        refused = code_of(self.plain.answer, begun, name=other) or "taken"
        return f"{refused}, then {code_of(self.plain.answer, begun) or 'tokens'}"

    def session_length(self) -> str:
        """The longest session, found by halving what is not known of its content."""
        longest, code, fits, fails = 0, "", 0, 12_000
        while fails - fits > 32:
            size = (fits + fails) // 2
            try:
                longest = max(longest, len(self.plain.begin(self.plain.user(f"long-{size}"))["Session"]))
                fits = size
            except ClientError as error:
                fails, code = size, error.response["Error"]["Code"]
        # Within a step of the limit.
        return f"{4096 if 4_000 < longest <= 4096 else longest:,} characters at most, then {code or 'nothing'}"

    def white_space_in_name(self) -> str:
        return code_of(self.plain.begin, "two words") or "taken"

    def white_space_at_end(self) -> str:
        address = self.plain.address()
        return code_of(self.plain.make, address, email=f"{address} ") or "taken"

    def space_in_password(self) -> str:
        return code_of(self.plain.api.admin_set_user_password, UserPoolId=self.plain.id, Username=self.plain.user(),
                       Password="Two words, 1 battery.", Permanent=True) or "taken"

    def unconfirmed(self) -> str:
        address = self.plain.address()
        self.plain.api.sign_up(ClientId=self.plain.client, Username=address, Password="Correct-horse-1",
                               UserAttributes=[{"Name": "email", "Value": address}])
        begun = self.plain.begin(address)
        return f"a challenge, then {code_of(self.plain.answer, begun) or 'tokens'}"

    def temporary_password(self) -> str:
        self.plain.make(address := self.plain.address(), email=address)
        came_to = outcome(self.plain.answer(self.plain.begin(address)))
        user = self.plain.api.admin_get_user(UserPoolId=self.plain.id, Username=address)
        return f"{came_to}, and {user['UserStatus']}"

    def alias(self) -> str:
        own = self.alias_pool
        name, preferred = self._name(), self._name()
        address = own.user(name=name)

        def knows(alias: str) -> str:
            return "known" if outcome(own.answer(own.begin(alias))) == "tokens" else "unknown"

        before = "unknown" if code_of(knows, address) == "NotAuthorizedException" else "known"
        for key, value in (("email_verified", "true"), ("preferred_username", preferred)):
            own.api.admin_update_user_attributes(
                UserPoolId=own.id, Username=name, UserAttributes=[{"Name": key, "Value": value}])
        return f"address: {before}, then {knows(address)}; preferred name: {knows(preferred)}"

    def srp_start(self) -> str:
        # Any number will do, because the recorder asks for its own challenge at once.
        return outcome(self.plain.begin(self.plain.user(), CHALLENGE_NAME="SRP_A", SRP_A="9" * 256))

    def forgotten_password(self) -> str:
        address = self.plain.user()
        return code_of(self.plain.api.forgot_password, ClientId=self.plain.client, Username=address) or "taken"

    def secret_hash(self) -> str:
        address = self.secret.user()
        without = code_of(self.secret._replace(secret="").begin, address) or "taken"
        return f"without: {without}; with: {outcome(self.secret.answer(self.secret.begin(address)))}"

    @cached_property
    def _by_name(self) -> tuple[str, dict[str, Any]]:
        """The name and the tokens of a user of the pool with aliases."""
        self.alias_pool.user(name=(name := self._name()))
        return name, self.alias_pool.answer(self.alias_pool.begin(name))["AuthenticationResult"]

    def _name(self) -> str:
        """A name that is no address."""
        return self.alias_pool.address().split("@")[0].replace(".", "")

    def devices(self) -> str:
        return "NewDeviceMetadata" if "NewDeviceMetadata" in self._by_name[1] else "none"

    def token_versions(self) -> str:
        # Define, Create, Verify, Define and then this one.
        event = self.alias_pool.events(5, self._by_name[0])[4]
        return "; ".join([f"V1: version {event['version']}", *(
            f"{version}: {self._made_with(version)}" for version in ("V2_0", "V3_0"))])

    def _made_with(self, version: str) -> str:
        """What comes of a new pool on LITE whose trigger gets events of this version."""
        api = self.alias_pool.api
        own = api.describe_user_pool(UserPoolId=self.alias_pool.id)["UserPool"]
        function = own["LambdaConfig"]["DefineAuthChallenge"]
        made: list[str] = []
        code = code_of(lambda: made.append(api.create_user_pool(
            PoolName="prove", UserPoolTier="LITE", UserPoolTags=own["UserPoolTags"], LambdaConfig={
                "PreTokenGenerationConfig": {"LambdaVersion": version, "LambdaArn": function}})["UserPool"]["Id"]))
        for one in made:
            api.delete_user_pool(UserPoolId=one)
        return code or "taken"
