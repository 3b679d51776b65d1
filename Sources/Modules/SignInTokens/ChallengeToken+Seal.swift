internal import JOSE
private import JSON

extension ChallengeToken {
    /// The length to which every token's content is filled up with spaces, in bytes. All sealed tokens have the same
    /// length, so that it tells nothing about the content.
    ///
    /// A user name of 128 characters and an address of 254 bytes, the longest that Cognito and SMTP take, always fit.
    package static let contentLength = 1_536

    /// The sealed token.
    ///
    /// If the content is too long, the address and the locale are left out, and if that is not enough, the subject stands in for the
    /// user name: then no code can be sent, but a passkey can be used.
    ///
    /// - Throws: `contentTooLong` if it still does not fit, `notMade`.
    package func sealed(with keys: SignInKeys) throws(SignInTokenError) -> String {
        var token = self
        var content = token.content
        if content.count > Self.contentLength {
            token.email = nil
            token.locale = nil
            content = token.content
        }
        if content.count > Self.contentLength {
            token.username = subject
            content = token.content
        }
        guard content.count <= Self.contentLength else { throw .contentTooLong }
        // White space after a JSON value means nothing (RFC 8259 section 2).
        content += [UInt8](repeating: UInt8(ascii: " "), count: Self.contentLength - content.count)
        do { return try CompactJWE.seal(content, type: Self.type, key: keys.current.challengeKey) } catch {
            throw .notMade(error)
        }
    }

    private var content: [UInt8] {
        TokenClaims(
            userPoolID: userPoolID, subject: subject, issuedAt: issuedAt, expiresAt: expiresAt, scope: scope,
            actionCode: actionCode, idempotencyKey: idempotencyKey, username: username, region: region
        ).json { other in
            if let email {
                other.member("email", email.text)
                other.member("emailVerified", email.isVerified)
            }
            other.member("locale", ifPresent: locale)
            other.member("userNotFound", isUserUnknown)
        }
    }
}
