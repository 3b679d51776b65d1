package import JOSE
internal import JSON
private import Primitives

/// The claims that both kinds of tokens have, in the form of Authsignal's tokens.
package struct TokenClaims: Equatable, Sendable {
    /// The id of the Cognito user pool. Issuer, audience and tenant contain it.
    package var userPoolID: String
    /// The user's Cognito `sub`.
    package var subject: String
    /// Seconds since 1970.
    package var issuedAt: Int64
    /// Seconds since 1970.
    package var expiresAt: Int64
    /// What the bearer may do at the authenticator, separated by spaces.
    package var scope: String
    /// The code of the action that the user must prove, or has proven.
    package var actionCode: String
    /// The key of this one round of a sign-in.
    package var idempotencyKey: String
    /// The pool's name for the user.
    package var username: String

    /// Claims of that content.
    package init(
        userPoolID: String, subject: String, issuedAt: Int64, expiresAt: Int64, scope: String, actionCode: String,
        idempotencyKey: String, username: String
    ) {
        self.userPoolID = userPoolID
        self.subject = subject
        self.issuedAt = issuedAt
        self.expiresAt = expiresAt
        self.scope = scope
        self.actionCode = actionCode
        self.idempotencyKey = idempotencyKey
        self.username = username
    }

    /// The claims as JSON.
    /// - Parameter addOthers: writes what one kind of token adds to `other`.
    func json(_ addOthers: (inout JSONWriter) -> Void) -> [UInt8] {
        JSONWriter.object { claims in
            claims.member("iss", Self.issuer(userPoolID))
            claims.member("aud", Self.issuer(userPoolID))
            claims.member("sub", subject)
            claims.member("iat", issuedAt)
            claims.member("exp", expiresAt)
            claims.member("scope", scope)
            claims.member("other") { other in
                other.member("tenantId", userPoolID)
                other.member("userId", subject)
                other.member("actionCode", actionCode)
                other.member("idempotencyKey", idempotencyKey)
                other.member("username", username)
                addOthers(&other)
            }
        }
    }

    /// The issuer and the audience of a pool's tokens.
    private static func issuer(_ userPoolID: String) -> String { "urn:cognito-passkeys:\(userPoolID)" }
}

extension TokenClaims {
    /// Checks the claims of a genuine token.
    /// - Parameter now: seconds since 1970.
    init(_ claims: Claims, userPoolID: String, now: Int64) throws(SignInTokenError) {
        let issuer = Self.issuer(userPoolID)
        do { try claims.validate(issuer: issuer, audience: issuer, now: now, skew: ClockSkew.maximum) } catch {
            throw .notGenuine(error)
        }
        guard let subject = claims.subject, let issuedAt = claims.issuedAt, let expiresAt = claims.expiration else {
            throw .invalidClaim("sub, iat or exp")
        }
        let other = claims["other"]
        func required(_ name: String) throws(SignInTokenError) -> String {
            guard let value = other?[name]?.string, !value.isEmpty else { throw .invalidClaim(name) }
            return value
        }
        guard try required("userId").utf8.elementsEqual(subject.utf8) else { throw .invalidClaim("userId") }
        guard try required("tenantId").utf8.elementsEqual(userPoolID.utf8) else { throw .invalidClaim("tenantId") }
        self.init(
            userPoolID: userPoolID, subject: subject, issuedAt: issuedAt, expiresAt: expiresAt,
            scope: claims["scope"]?.string ?? "", actionCode: try required("actionCode"),
            idempotencyKey: try required("idempotencyKey"), username: try required("username"))
    }
}

extension Claims {
    /// A member of `other` that may be absent; a present one must be a string that is not empty.
    func optionalText(_ name: String) throws(SignInTokenError) -> String? {
        guard let value = self["other"]?[name] else { return nil }
        guard let text = value.string, !text.isEmpty else { throw .invalidClaim(name) }
        return text
    }

    /// A member of `other` that may be absent; a present one must be a Boolean.
    func optionalFlag(_ name: String) throws(SignInTokenError) -> Bool? {
        guard let value = self["other"]?[name] else { return nil }
        guard let flag = value.bool else { throw .invalidClaim(name) }
        return flag
    }
}

/// Why a token of `signed` mode is not accepted or cannot be made.
package enum SignInTokenError: Error, Equatable, Sendable {
    /// The seal or the signature, the header, the issuer, the audience or a time is wrong.
    case notGenuine(JOSEError)
    /// A claim is missing, has a wrong type or contradicts another. The value is the claim's name.
    case invalidClaim(String)
    /// The content takes more room than a sealed token has.
    case contentTooLong
    /// The token could not be sealed or signed.
    case notMade(JOSEError)
}
