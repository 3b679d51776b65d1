internal import JSON
private import Primitives

/// The keys of a published JWK set (RFC 7517 section 5) that can verify tokens here.
package struct JSONWebKeySet: Sendable {
    /// The sets that issuers publish are much smaller. There is a limit because a set comes over the network.
    private static let limits = (bytes: 65_536, depth: 16)
    /// More keys than any issuer needs. There is a limit because a token without `kid` is tried with every key of its
    /// algorithm.
    private static let maximumCount = 64

    /// The usable keys, in the order of the set.
    package let keys: [VerificationKey]

    /// Reads a set.
    ///
    /// As section 5 recommends, an entry that cannot be used is left out: a `kty`, `crv`, `alg` or size that is not
    /// accepted here, a `use` or `key_ops` for something else, or a missing or broken member. A symmetric key is left
    /// out too, because it cannot be trusted once it is published. Tokens signed with a key that was left out are
    /// refused, because no key verifies them.
    ///
    /// - Throws: `invalidKeySet`; `privateKeyPublished` when an asymmetric entry holds private members,
    ///   `duplicateKeyID` when two usable entries have the same `kid`. Both errors refuse the whole set.
    package init(parsing bytes: [UInt8]) throws(JOSEError) {
        let json = try? JSONValue(
            parsing: bytes, maximumBytes: Self.limits.bytes, maximumDepth: Self.limits.depth)
        guard let list = json?["keys"], list.kind == .array, list.elements.count <= Self.maximumCount else {
            throw .invalidKeySet
        }
        var keys: [VerificationKey] = []
        for entry in list.elements {
            guard entry.kind == .object else { throw .invalidKeySet }
            guard let key = try Self.usableKey(entry) else { continue }
            if let id = key.keyID, keys.contains(where: { $0.keyID?.hasSameBytes(as: id) ?? false }) {
                throw .duplicateKeyID
            }
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
}
