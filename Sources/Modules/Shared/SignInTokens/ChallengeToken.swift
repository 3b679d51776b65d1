internal import JOSE
private import JSON

/// A challenge token of `signed` mode, which the app takes to the authenticator. It travels sealed, so that the app and
/// readers of its traffic learn nothing from it.
package struct ChallengeToken: Equatable, Sendable {
    /// An email address as Cognito has it now.
    package struct Address: Equatable, Sendable {
        /// The address.
        package let text: String
        /// Whether Cognito counts it as verified.
        package let isVerified: Bool

        /// An address.
        package init(_ text: String, isVerified: Bool) {
            self.text = text
            self.isVerified = isVerified
        }
    }

    /// The header's `typ` (RFC 8725 section 3.11).
    static let type = "challenge+jwt"

    /// The scope of a sign-in's token: it allows listing authenticators, and never adding one to a user who already has
    /// some.
    package static let readScope = "read:authenticators"

    /// What every token of `signed` mode says. The subject of a user whom Cognito does not know is a made-up one.
    package var claims: TokenClaims
    /// The only address that the authenticator may send a code to; nil if there is none.
    package var email: Address?
    /// The user's language and region as Cognito has them, for mails; nil if they are not known.
    package var locale: String?
    /// Whether Cognito does not know the user. The authenticator serves the token like any other and sends nothing.
    package var isUserUnknown: Bool

    /// A token of that content.
    package init(_ claims: TokenClaims, email: Address?, locale: String? = nil, isUserUnknown: Bool = false) {
        self.claims = claims
        self.email = email
        self.locale = locale
        self.isUserUnknown = isUserUnknown
    }
}

extension ChallengeToken {
    /// The length to which every token's content is filled up with spaces, in bytes. All sealed tokens have the same
    /// length, so that it tells nothing about the content.
    ///
    /// A user name of 128 characters and an address of 254 bytes, the longest that Cognito and SMTP take, always fit.
    package static let contentLength = 1_536

    /// The sealed token.
    ///
    /// If the content is too long, the address and the locale are left out, and if that is not enough, the subject
    /// stands in for the user name: then no code can be sent, but a passkey can be used.
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
            token.claims.username = claims.subject
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
        claims.json { other in
            if let email {
                other.member("email", email.text)
                other.member("emailVerified", email.isVerified)
            }
            other.member("locale", ifPresent: locale)
            other.member("userNotFound", isUserUnknown)
        }
    }
}

extension ChallengeToken {
    /// Opens and checks a sealed token of a pool.
    ///
    /// - Parameter now: seconds since 1970.
    package init(
        opening token: String, userPoolID: String, keys: SignInKeys, now: Int64
    ) throws(SignInTokenError) {
        let claims: Claims
        do throws(JOSEError) {
            claims = try Claims(
                CompactJWE.open(token, keys: keys.all.map(\.challengeKey), expectedType: Self.type))
        } catch {
            throw .notGenuine(error)
        }
        let content = try TokenClaims(claims, userPoolID: userPoolID, now: now)
        var email: Address?
        if let text = try claims.optionalText("email") {
            guard let isVerified = try claims.optionalFlag("emailVerified") else {
                throw .invalidClaim("emailVerified")
            }
            email = Address(text, isVerified: isVerified)
        }
        guard let isUserUnknown = try claims.optionalFlag("userNotFound") else { throw .invalidClaim("userNotFound") }
        self.init(content, email: email, locale: try claims.optionalText("locale"), isUserUnknown: isUserUnknown)
    }
}
