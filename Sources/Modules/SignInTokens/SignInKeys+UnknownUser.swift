private import OpenSSLCrypto
private import Primitives

extension SignInKeys {
    /// The subject that stands in for a user whom Cognito does not know. It has the length of a `sub`, and is the same
    /// whenever a name is typed, so that an authenticator can count what is done in that name.
    ///
    /// It must stay inside sealed tokens and encrypted sessions: outside them, it is told from a `sub` by its form.
    package func subject(ofUnknownUser name: String) -> String {
        let code = HMACSHA256.authenticationCode(for: Array(name.lowercased().utf8), key: current.unknownUserKey)
        return UUIDText.version4(Array(code.prefix(16)))
    }
}
