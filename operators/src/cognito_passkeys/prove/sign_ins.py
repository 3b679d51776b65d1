"""The probes that sign in through the packaged stack: each returns what it has seen, in the words of `seen` in
guesses.toml."""

from cognito_passkeys.prove import proof
from cognito_passkeys.prove.deployed import Deployed
from cognito_passkeys.prove.pool import outcome


class SignIns(Deployed):
    """The probes that sign in, by the names of their rows."""

    def stack(self) -> str:
        return self.ground.status

    def runtime(self) -> str:
        return self._started()

    def rights(self) -> str:
        return self._denied(self.sign_in, self.proof_once, self.foreign_proof)

    def sign_in(self) -> str:
        return "tokens" if self._signed_in.tokens else "another challenge"

    def proof_once(self) -> str:
        return self._refused(self._signed_in.sub, self._signed_in.proof)

    def foreign_proof(self) -> str:
        return self._refused(self._sign_up(), proof.passkey(self._key, self.pool.id, self._signed_in.sub))

    def _refused(self, name: str, signed: str) -> str:
        return "tokens" if outcome(self.pool.answer(self.pool.begin(name), signed)) == "tokens" else "refused"

    def unknown_alike(self) -> str:
        known, unknown = (self.pool.begin(name)["ChallengeParameters"]
                          for name in (self._sign_up(), self.pool.address()))
        others = [name for name in sorted(known.keys() | unknown.keys()) if name != "USERNAME"
                  and len(known.get(name, "")) != len(unknown.get(name, ""))]
        return f"other: {', '.join(others)}" if others else "alike"
