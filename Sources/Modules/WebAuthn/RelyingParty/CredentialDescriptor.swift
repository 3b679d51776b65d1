internal import JSON
private import Primitives

/// A credential named in options (WebAuthn section 5.8.3, `PublicKeyCredentialDescriptorJSON`).
package struct CredentialDescriptor: Sendable, Equatable {
    /// The credential's id.
    package let id: [UInt8]
    /// How the client may reach its authenticator; empty if unknown.
    package let transports: [String]

    /// A descriptor.
    package init(id: [UInt8], transports: [String] = []) {
        self.id = id
        self.transports = transports
    }

    /// The descriptor of a registered credential.
    package init(_ record: CredentialRecord) {
        self.init(id: record.id, transports: record.transports)
    }

    var json: [UInt8] {
        JSONWriter.object { descriptor in
            descriptor.member("id", Base64URL.encode(id))
            descriptor.member("type", "public-key")
            if !transports.isEmpty { descriptor.member("transports", transports) }
        }
    }
}

extension JSONWriter {
    /// Writes an array of values that are already JSON.
    mutating func member(_ name: String, elements: [[UInt8]]) {
        member(name, raw: [UInt8(ascii: "[")] + elements.joined(separator: [UInt8(ascii: ",")]) + [UInt8(ascii: "]")])
    }
}
