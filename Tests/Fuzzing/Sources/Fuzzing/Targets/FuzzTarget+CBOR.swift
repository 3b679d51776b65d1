internal import TestKeys
internal import WebAuthn

extension FuzzTarget {
    /// The reader of CBOR, and the keys of credentials on top of it.
    static let cbor = FuzzTarget(
        name: "cbor", maximumLength: 1_024,
        seeds: {
            var seeds: [[UInt8]] = [
                [0x18, 0x18], [0x19, 1, 0], [0xF9, 0x3C, 0], [0x1B] + [UInt8](repeating: 255, count: 8),
            ]
            seeds += samples.map { $0.encoded }
            return seeds
        },
        words: ["fmt", "attStmt", "authData", "none", "packed", "x5c", "sig", "alg"]
    ) { input in
        tryPrefix(input)
        if let key = try? CredentialPublicKey(encoded: input) {
            require("a key keeps its encoding", key.encoded == input)
            require(
                "a key has one encoding but for the order and the number of its algorithm",
                CredentialPublicKey.encoding(of: key.key).count == input.count)
        }
        guard let value = try? CBORValue(decoding: input) else { return }
        let encoded = value.encoded
        let again = certain("what was read can be written and read") { try CBORValue(decoding: encoded) }
        require("an item written and read is the same", again == value && again.encoded == encoded)
        if !hasFloat(value) { require("only the order can differ", encoded.sorted() == input.sorted()) }
    }

    /// An item at the start of the bytes is the same as the item alone.
    private static func tryPrefix(_ input: [UInt8]) {
        guard let (value, length) = try? CBORValue.decodePrefix(of: ([0xFF] + input)[1...]) else { return }
        require("a prefix is a part of the bytes", 1...input.count ~= length)
        require("a prefix is read like the item alone", (try? CBORValue(decoding: Array(input[..<length]))) == value)
        require(
            "only an item without a rest takes up all bytes",
            ((try? CBORValue(decoding: input)) != nil) == (length == input.count))
    }

    private static func hasFloat(_ value: CBORValue) -> Bool {
        switch value {
        case .float: true
        case .array(let elements): elements.contains(where: hasFloat)
        case .map(let members): members.contains { hasFloat($0.key) || hasFloat($0.value) }
        default: false
        }
    }

    private static let samples: [CBORValue] = [
        .map([
            CBORMember(.text("fmt"), .text("none")), CBORMember(.text("attStmt"), .map([])),
            CBORMember(.text("authData"), .bytes([UInt8](repeating: 1, count: 37))),
        ]),
        .array([.integer(-1), .integer(.max), .integer(.min), .bool(true), .null, .float(1.5), .text("é")]),
        .map([
            CBORMember(.integer(1), .integer(2)), CBORMember(.integer(3), .integer(-7)),
            CBORMember(.integer(-1), .integer(1)), CBORMember(.integer(-2), .bytes([UInt8](repeating: 2, count: 32))),
            CBORMember(.integer(-3), .bytes([UInt8](repeating: 3, count: 32))),
        ]),
    ]
}
