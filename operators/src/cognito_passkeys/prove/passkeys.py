"""The probes of a stack with an authenticator, which serves a pool that exists: each returns what it has seen, in the
words of `seen` in guesses.toml."""

import base64
import json
import uuid
from functools import cached_property
from typing import Any

from cognito_passkeys.console import answer
from cognito_passkeys.prove.deployed import Deployed, request
from cognito_passkeys.prove.pool import Otherwise, Unseen, outcome
from cognito_passkeys.prove.software_passkey import SoftwarePasskey
from cognito_passkeys.user_pool import plan
from cognito_passkeys.user_pool.functions import OUTPUTS
from cognito_passkeys.user_pool.pool import Pool as UserPool

# The page that the passkeys are of, and the path of a passkey.
ORIGIN, PASSKEY = "http://localhost:5173", "user-authenticators/passkey"
ACTION = {"action": "cognitoAuth"}
# Bytes of a user handle before the user's `sub`.
TAG = 8
ATTEMPTS = 3


class Passkeys(Deployed):
    """All probes of the stack with an authenticator, by the names of their rows."""

    def authenticator_stack(self) -> str:
        return self.ground.status

    def attach(self) -> str:
        outputs, client = self.ground.outputs, self.pool.client
        own = UserPool(self.pool.id, [client], self.pool.api.meta.region_name)
        functions = {trigger: outputs[name] for trigger, name in OUTPUTS.items() if name in outputs}
        different = own.update(plan.attached_pool(own.pool_now, functions),
                               {client: plan.attached_client(own.clients_now[client], close_flows=True)})
        return "; ".join(different) or "as asked"

    def authenticator_runtime(self) -> str:
        return self._started()

    def authenticator_rights(self) -> str:
        return self._denied(self.function_url, self.passkey_sign_in, self.passkey_once, self.passkey_removed)

    @cached_property
    def _token_to_add(self) -> tuple[int, dict[str, Any]]:
        """The answer of AddAuthenticator to a user who has signed in."""
        bearer = f"Bearer {self._signed_in.tokens['AccessToken']}"
        return request(self.ground.outputs["AddAuthenticatorUrl"], {}, bearer)

    def function_url(self) -> str:
        status, given = self._token_to_add
        added = request(self.ground.outputs["AddAuthenticatorUrl"], {})[0], "a token" if "token" in given else status
        base = self.ground.outputs["AuthenticatorBaseUrl"]
        own = (request(f"{base}/client/passkey/options", ACTION)[0], self._call("passkey/options", ACTION)[0],
               self._call(f"{PASSKEY}?credentialId=AAAA", method="GET")[0])
        return "; ".join(", ".join(map(str, statuses)) for statuses in (added, own))

    def tls_roots(self) -> str:
        status, given = self._token_to_add
        return "verified" if "token" in given else f"status {status}"

    def _call(self, path: str, body: dict[str, Any] | None = None, token: str = "",
              method: str = "POST") -> tuple[int, Any]:
        name = base64.b64encode(f"{self.pool.id}:".encode()).decode()
        return request(f"{self.ground.outputs['AuthenticatorBaseUrl']}/client/{path}", body,
                       f"Bearer {token}" if token else f"Basic {name}", method)

    def _right(self, path: str, body: dict[str, Any] | None = None, token: str = "", method: str = "POST") -> Any:
        """
        :raises Otherwise: the authenticator refuses it.
        """
        status, answered = self._call(path, body, token, method)
        if status != 200:
            raise Otherwise(f"{method} {path.split('/')[-1]}: status {status}")
        return answered

    def _added(self, token: str) -> tuple[SoftwarePasskey, str]:
        """A new passkey of the token's user, and its id.

        :raises Otherwise: it is not accepted.
        """
        made = SoftwarePasskey()
        offered = self._right(f"{PASSKEY}/registration-options", {}, token)
        kept = self._right(PASSKEY, {"challengeId": offered["challengeId"],
                                     "registrationCredential": made.create(offered["options"], ORIGIN)}, token)
        if not kept["isVerified"]:
            raise Otherwise(f"refused: {kept.get('failureReason')}")
        return made, kept["userAuthenticator"]["userAuthenticatorId"]

    @cached_property
    def _passkey(self) -> SoftwarePasskey:
        return self._added(self._token_to_add[1].get("token", ""))[0]

    def passkey_added(self) -> str:
        return "stored" if self._passkey.user_handle else "without a handle"

    def _assertion(self, passkey: SoftwarePasskey, offered: dict[str, Any] | None = None) -> dict[str, Any]:
        """The answer to options; without some, to those of a sign-in that begins with no name."""
        offered = offered or self._right("passkey/options", ACTION)
        return {"challengeId": offered["challengeId"],
                "authenticationCredential": passkey.sign(offered["options"], ORIGIN)}

    def _answered(self, passkey: SoftwarePasskey, text: str) -> str:
        """What an answer comes to, in a sign-in that begins with the user whom the passkey names."""
        name = str(uuid.UUID(bytes=passkey.user_handle[TAG:]))
        return outcome(self.pool.answer(self.pool.begin(name), text))

    def _proven(self) -> str:
        """The result token of the passkey."""
        return self._right("verify/passkey", self._assertion(self._passkey)).get("accessToken", "none")

    def play(self) -> str:
        """A sign-in in two calls, which begins with a name."""
        started = self.pool.begin(self._signed_in.sub)
        offered = json.loads(started["ChallengeParameters"]["passkeyOptions"])
        return outcome(self.pool.answer(started, json.dumps(self._assertion(self._passkey, offered))))

    def passkey_sign_in(self) -> str:
        without = self._answered(self._passkey, json.dumps(self._assertion(self._passkey)))
        return f"without a name: {without}; with one: {self.play()}; " \
               f"proven first: {self._answered(self._passkey, self._proven())}"

    def passkey_once(self) -> str:
        assertion = self._assertion(self._passkey)
        text = json.dumps(assertion)
        self._answered(self._passkey, text)
        return f"{self._answered(self._passkey, text)}; status {self._call('verify/passkey', assertion)[0]}"

    def passkey_removed(self) -> str:
        token = self._proven()
        second, name = self._added(token)
        listed = name in [one["userAuthenticatorId"] for one in self._right("user-authenticators", None, token, "GET")]
        self._right(f"user-authenticators/{name}", None, token, "DELETE")
        after = self._answered(second, json.dumps(self._assertion(second)))
        return f"{'listed' if listed else 'not listed'}, then {after}"

    def mailed_code(self) -> str:
        """With an account in the sandbox of Amazon SES, only the sender itself gets mails."""
        address = self._sign_up(self.ground.sender)
        started = self.pool.begin(address)
        token = started["ChallengeParameters"]["token"]
        self._right("user-authenticators/email-otp", {"email": address}, token)
        for _ in range(ATTEMPTS):
            code = answer(f"Type the code that was mailed to {address} (Enter if none comes): ")
            if not code:
                raise Unseen("No code was typed.")
            if proven := self._right("verify/email-otp", {"verificationCode": code}, token).get("accessToken"):
                break
        else:
            raise Unseen("No code that was typed is right.")
        came_to = outcome(self.pool.answer(started, proven))
        user = self.pool.api.admin_get_user(UserPoolId=self.pool.id, Username=address)
        values = {one["Name"]: one["Value"] for one in user["UserAttributes"]}
        return f"{came_to}, {'verified' if values.get('email_verified') == 'true' else 'not verified'}"
