private import JOSE
private import JSON
private import Primitives

/// Reads tokens.
enum TokenReaders {
    /// A compact JWS and its payload.
    static func signed(_ question: Question) throws -> [Reading] {
        [Reading("payload", bytes: try verified(question).payload)]
    }

    /// A signed JWT with issuer, audience and times.
    static func claims(_ question: Question) throws -> [Reading] {
        let claims = try Claims(verified(question))
        try claims.validate(
            issuer: question.text("issuer"), audience: question.text("audience"), now: question.integer("now"))
        return [
            Reading("iss", claims.issuer), Reading("sub", claims.subject), Reading("aud", claims.audience),
            Reading("exp", claims.expiration), Reading("nbf", claims.notBefore), Reading("iat", claims.issuedAt),
            Reading("jti", claims.tokenID),
        ]
    }

    /// A compact JWE and its payload.
    static func sealed(_ question: Question) throws -> [Reading] {
        var keys: [ContentEncryptionKey] = []
        for key in try question.list("keys") {
            guard let secret = key["k"]?.string.flatMap(Base64URL.decode), let keyID = key["kid"]?.string else {
                throw BadQuestion(member: "keys")
            }
            keys.append(try ContentEncryptionKey(secret, keyID: keyID))
        }
        let opened = try CompactJWE.open(token(question), keys: keys, expectedType: question.text("type"))
        return [Reading("payload", bytes: opened.payload)]
    }

    private static func verified(_ question: Question) throws -> VerifiedToken {
        var keys: [VerificationKey] = []
        for key in try question.list("keys") { keys.append(try VerificationKey(jwk: key)) }
        return try CompactJWS.verify(
            String(decoding: question.bytes("input"), as: UTF8.self), keys: keys,
            expectedType: question.optionalText("type"))
    }

    private static func token(_ question: Question) throws -> String {
        guard let token = String(validating: try question.bytes("input"), as: UTF8.self) else {
            throw BadQuestion(member: "input")
        }
        return token
    }
}
