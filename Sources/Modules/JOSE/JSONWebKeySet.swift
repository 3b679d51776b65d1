internal import JSON

/// The keys of a published JWK set (RFC 7517 section 5) that can verify tokens here.
package struct JSONWebKeySet: Sendable {
    /// Keys an issuer publishes fit many times over, and a set is fetched over a network.
    private static let limits = JSONLimits(maximumBytes: 65_536, maximumDepth: 16)
    /// As many as no issuer needs: a token without `kid` is tried with every key of its algorithm.
    private static let maximumCount = 64

    /// The usable keys, in the order in which they stand.
    package let keys: [VerificationKey]

    /// Reads a set.
    ///
    /// As section 5 recommends, an entry that cannot be used is left out: a `kty`, `crv`, `alg` or size that is not
    /// accepted here, a `use` or `key_ops` for something else, a member missing or broken. So is a symmetric key, which
    /// cannot be trusted once published. Tokens of an entry left out are refused, since no key verifies them.
    ///
    /// - Throws: `invalidKeySet`; `privateKeyPublished` when an asymmetric entry holds private members,
    ///   `duplicateKeyID` when two usable entries have one `kid`. Either spoils the whole set.
    package init(parsing bytes: [UInt8]) throws(JOSEError) {
        guard let json = try? JSONValue(parsing: bytes, limits: Self.limits), let list = json["keys"],
            list.kind == .array, list.elements.count <= Self.maximumCount
        else { throw .invalidKeySet }
        var keys: [VerificationKey] = []
        for entry in list.elements {
            guard entry.kind == .object else { throw .invalidKeySet }
            guard let key = try Self.usableKey(entry) else { continue }
            if let id = key.keyID, keys.contains(where: { $0.keyID == id }) { throw .duplicateKeyID }
            keys.append(key)
        }
        self.keys = keys
    }

    private static func usableKey(_ entry: JSONValue) throws(JOSEError) -> VerificationKey? {
        do {
            let key = try VerificationKey(jwk: entry)
            return key.algorithm == .hs256 ? nil : key
        } catch .privateKeyPublished {
            throw .privateKeyPublished
        } catch {
            return nil
        }
    }

    /// The text of a set of the public keys among those given.
    package static func text(publishing keys: [VerificationKey]) -> [UInt8] {
        let entries = keys.compactMap(\.publicJWK).joined(separator: ",".utf8)
        return JSONWriter.object { set in
            set.member("keys", raw: Array("[".utf8) + entries + Array("]".utf8))
        }
    }
}
