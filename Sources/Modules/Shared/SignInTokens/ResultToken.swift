internal import JOSE
private import JSON
package import Primitives

/// A result token of `signed` mode, with which the authenticator says what a user has proven. The app brings it to
/// Cognito. It is signed and not sealed: its bearer has proven who they are.
package struct ResultToken: Equatable, Sendable {
    /// The header's `typ` (RFC 8725 section 3.11).
    static let type = "result+jwt"

    /// What every token of `signed` mode says: here of the action that was proven, and when that was.
    package var claims: TokenClaims
    /// How the user proved who they are.
    package var method: VerificationMethod
    /// The state of the action; only `CHALLENGE_SUCCEEDED` is a success.
    package var state: ActionState
    /// The digest of the address that a code was sent to, see `SignInKeys.emailDigest(of:)`; nil for other methods.
    package var emailDigest: String?
    /// The authenticator's id for the passkey or the mailbox that was proven, with which it tells whether the user
    /// still has it; nil if another service made the token.
    package var authenticatorID: String?
    /// What a passkey's proof also says.
    package var assurance: Assurance

    /// A token of that content.
    package init(
        _ claims: TokenClaims, method: VerificationMethod, state: ActionState = .challengeSucceeded,
        emailDigest: String? = nil, authenticatorID: String? = nil, assurance: Assurance = Assurance()
    ) {
        self.claims = claims
        self.method = method
        self.state = state
        self.emailDigest = emailDigest
        self.authenticatorID = authenticatorID
        self.assurance = assurance
    }
}

extension ResultToken {
    /// The token in its compact serialization (RFC 7515 section 7.1), signed with the current key.
    ///
    /// - Throws: `notMade`.
    package func signed(with keys: SignInKeys) throws(SignInTokenError) -> String {
        do { return try CompactJWS.sign(content, type: Self.type, key: keys.current.resultKey) } catch {
            throw .notMade(error)
        }
    }

    private var content: [UInt8] {
        claims.json { other in
            other.member("verificationMethod", method.rawValue)
            other.member("state", state.rawValue)
            other.member("emailDigest", ifPresent: emailDigest)
            other.member("authenticatorId", ifPresent: authenticatorID)
            if let flag = assurance.isUserVerified { other.member("userVerified", flag) }
            if let flag = assurance.isBackupEligible { other.member("backupEligible", flag) }
            if let flag = assurance.isBackedUp { other.member("backedUp", flag) }
            other.member("aaguid", ifPresent: assurance.aaguid)
        }
    }
}

extension ResultToken {
    /// Verifies a token of a pool.
    ///
    /// - Parameter now: seconds since 1970.
    package init(
        verifying token: String, userPoolID: String, keys: SignInKeys, now: Int64
    ) throws(SignInTokenError) {
        let claims: Claims
        do throws(JOSEError) {
            claims = try Claims(
                CompactJWS.verify(
                    token, keys: keys.all.map(\.resultKey), expectedType: Self.type))
        } catch {
            throw .notGenuine(error)
        }
        let content = try TokenClaims(claims, userPoolID: userPoolID, now: now)
        guard let method = try claims.optionalText("verificationMethod") else {
            throw .invalidClaim("verificationMethod")
        }
        guard let state = try claims.optionalText("state") else { throw .invalidClaim("state") }
        self.init(
            content, method: VerificationMethod(rawValue: method), state: ActionState(rawValue: state),
            emailDigest: try claims.optionalText("emailDigest"),
            authenticatorID: try claims.optionalText("authenticatorId"), assurance: try Assurance(claims))
    }
}

extension Assurance {
    fileprivate init(_ claims: Claims) throws(SignInTokenError) {
        let aaguid = try claims.optionalText("aaguid")
        guard aaguid.map({ UUIDText.bytes($0) != nil }) ?? true else { throw .invalidClaim("aaguid") }
        self.init(
            isUserVerified: try claims.optionalFlag("userVerified"),
            isBackupEligible: try claims.optionalFlag("backupEligible"),
            isBackedUp: try claims.optionalFlag("backedUp"), aaguid: aaguid)
    }
}

/// What a passkey's proof says beyond that the user holds it. Nil where the authenticator does not say.
package struct Assurance: Equatable, Sendable {
    /// Whether the device verified the person, by biometrics or a PIN (`UV`, WebAuthn section 6.1).
    package var isUserVerified: Bool?
    /// Whether the passkey may be kept on several devices (`BE`).
    package var isBackupEligible: Bool?
    /// Whether it is (`BS`).
    package var isBackedUp: Bool?
    /// The model of the device, a UUID in lower case. Without attestation it is only the client's word.
    package var aaguid: String?

    /// What is known; nothing by default.
    package init(
        isUserVerified: Bool? = nil, isBackupEligible: Bool? = nil, isBackedUp: Bool? = nil, aaguid: String? = nil
    ) {
        self.isUserVerified = isUserVerified
        self.isBackupEligible = isBackupEligible
        self.isBackedUp = isBackedUp
        self.aaguid = aaguid
    }
}
