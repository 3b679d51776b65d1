internal import JOSE
internal import JSON
private import Primitives
internal import TestKeys

extension IssuerStandIn {
    /// A token with that payload, signed by one of the stand-in's keys, by a secret that is one of its public keys, or
    /// by nobody.
    ///
    /// - Parameter signer: `ES256`, `RS256`, `EdDSA`, `other`, `unpublished`, `secret` or `none`.
    package nonisolated func sign(_ payload: [UInt8], type: String?, by signer: String) throws -> String {
        switch signer {
        case "other": return try CompactJWS.sign(payload, type: type, key: foreignKey)
        case "unpublished": return try CompactJWS.sign(payload, type: type, key: unpublishedKey)
        case "secret":
            let published = keys.first?.verificationKey.publicJWK ?? []
            return try CompactJWS.sign(
                payload, type: type, key: SigningKey(hs256Secret: published, keyID: keys.first?.keyID))
        case "none":
            let header = JSONWriter.object { header in
                header.member("alg", "none")
                header.member("typ", ifPresent: type)
            }
            return Base64URL.encode(header) + "." + Base64URL.encode(payload) + "."
        default:
            guard let key = keys.first(where: { $0.keyID == signer }) else {
                throw StandInError.unknownSigner("ES256, RS256, EdDSA, other, unpublished, secret or none")
            }
            return try CompactJWS.sign(payload, type: type, key: key)
        }
    }
}
