private import JOSE
private import JSON
private import TestKeys

/// Reads JSON Web Keys.
enum KeyReaders {
    /// One key. A secret has no public form, so only its algorithm and identifier are read.
    static func key(_ question: Question) throws -> [Reading] {
        let key = try VerificationKey(jwk: JSONValue(parsing: question.bytes("input")))
        return [
            Reading("alg", key.algorithm.rawValue), Reading("kid", key.keyID),
            Reading("key", json: key.publicJWK ?? Array("null".utf8)),
        ]
    }

    /// The usable keys of a published set.
    static func set(_ question: Question) throws -> [Reading] {
        let set = try JSONWebKeySet(parsing: question.bytes("input"))
        return [Reading("keys", json: JSONWriter.array(set.keys.compactMap(\.publicJWK)))]
    }
}
