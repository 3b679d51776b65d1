package import OpenSSLCrypto

/// Makes X.509 certificates (RFC 5280 section 4.1). They are valid unless something is changed.
package struct CertificateBuilder: Sendable {
    /// A part of a name: its object identifier and its text.
    package typealias Attribute = (type: [UInt8], text: String)

    /// An extension: its object identifier, whether it is critical, and the DER of its value.
    package typealias Extension = (type: [UInt8], isCritical: Bool, value: [UInt8])

    /// Object identifiers in their encoding, without tag and length.
    package enum Identifier {
        package static let country: [UInt8] = [0x55, 0x04, 0x06]
        package static let organization: [UInt8] = [0x55, 0x04, 0x0A]
        package static let organizationalUnit: [UInt8] = [0x55, 0x04, 0x0B]
        package static let commonName: [UInt8] = [0x55, 0x04, 0x03]
        package static let aaguid: [UInt8] = [0x2B, 0x06, 0x01, 0x04, 0x01, 0x82, 0xE5, 0x1C, 0x01, 0x01, 0x04]
        package static let subjectAlternativeName: [UInt8] = [0x55, 0x1D, 0x11]
        package static let subjectKey: [UInt8] = [0x55, 0x1D, 0x0E]
        package static let keyUsage: [UInt8] = [0x55, 0x1D, 0x0F]
        static let basicConstraints: [UInt8] = [0x55, 0x1D, 0x13]
        package static let nameConstraints: [UInt8] = [0x55, 0x1D, 0x1E]
        package static let authorityKey: [UInt8] = [0x55, 0x1D, 0x23]
        package static let extendedKeyUsage: [UInt8] = [0x55, 0x1D, 0x25]
        /// A purpose, of a server.
        package static let tlsServer: [UInt8] = [0x2B, 0x06, 0x01, 0x05, 0x05, 0x07, 0x03, 0x01]
    }

    /// The version: 1, 2 or 3. Extensions are written only for 3.
    package var version: UInt8 = 3
    /// Big-endian, below 0x80 in the first byte.
    package var serialNumber: [UInt8] = [1]
    package var subject: [Attribute]
    /// The encoded name to write as the subject; nil to write `subject`.
    package var encodedSubject: [UInt8]?
    /// Times in UTC, with four digits for the year (GeneralizedTime) or two (UTCTime).
    package var validity = (from: "20240101000000Z", to: "20340101000000Z")
    /// Whether Basic Constraints say that the subject is an authority; nil to leave the extension out.
    package var isAuthority: Bool? = false
    package var extensions: [Extension] = []
    /// The encoded public key to write; nil to write that of the given key.
    package var keyInfo: [UInt8]?

    /// A certificate with only this common name in its subject.
    package init(commonName: String) { subject = [(Identifier.commonName, commonName)] }

    /// The certificate of a key, signed by an issuer's key.
    package func certificate(of key: PublicKey, issuer: [Attribute], key signer: PrivateKey) throws -> [UInt8] {
        let algorithm = Self.signatureAlgorithm(signer.kind)
        var fields: [[UInt8]] = []
        if version > 1 { fields.append(DERBuilder.element(0xA0, DERBuilder.element(0x02, [version - 1]))) }
        fields += [DERBuilder.element(0x02, serialNumber), algorithm, Self.name(issuer)]
        fields.append(
            DERBuilder.sequence(
                [validity.from, validity.to].map {
                    DERBuilder.element($0.utf8.count == 13 ? 0x17 : 0x18, Array($0.utf8))
                }))
        fields += [encodedSubject ?? Self.name(subject), keyInfo ?? Self.keyInfo(key)]
        if version == 3 { fields.append(DERBuilder.element(0xA3, DERBuilder.sequence(encodedExtensions))) }
        let contents = DERBuilder.sequence(fields)
        let signature = try signer.signature(of: contents, ecdsa: .der)
        return DERBuilder.sequence([contents, algorithm, DERBuilder.element(0x03, [0] + signature)])
    }

    /// The certificate of a key, signed by itself.
    package func selfSigned(_ key: PrivateKey) throws -> [UInt8] {
        try certificate(of: key.publicKey, issuer: subject, key: key)
    }

    private var encodedExtensions: [[UInt8]] {
        var all = extensions
        if let isAuthority {
            let value = DERBuilder.sequence(isAuthority ? [DERBuilder.element(0x01, [0xFF])] : [])
            all.append((Identifier.basicConstraints, true, value))
        }
        return all.map { type, isCritical, value in
            let critical = isCritical ? [DERBuilder.element(0x01, [0xFF])] : []
            return DERBuilder.sequence([DERBuilder.element(0x06, type)] + critical + [DERBuilder.element(0x04, value)])
        }
    }

    private static func name(_ attributes: [Attribute]) -> [UInt8] {
        DERBuilder.sequence(
            attributes.map { type, text in
                // PrintableString for a country, UTF8String for the rest.
                let value = DERBuilder.element(type == Identifier.country ? 0x13 : 0x0C, Array(text.utf8))
                return DERBuilder.element(0x31, DERBuilder.sequence([DERBuilder.element(0x06, type), value]))
            })
    }

    /// The SubjectPublicKeyInfo of a key.
    package static func keyInfo(_ key: PublicKey) -> [UInt8] {
        let ecPublicKey = DERBuilder.element(0x06, [0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x02, 0x01])
        let (algorithm, bits): ([[UInt8]], [UInt8]) =
            switch key.components {
            case .p256(let x, let y):
                (
                    [ecPublicKey, DERBuilder.element(0x06, [0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x03, 0x01, 0x07])],
                    [4] + x + y
                )
            case .p384(let x, let y):
                ([ecPublicKey, DERBuilder.element(0x06, [0x2B, 0x81, 0x04, 0x00, 0x22])], [4] + x + y)
            case .ed25519(let bytes): ([DERBuilder.element(0x06, [0x2B, 0x65, 0x70])], bytes)
            case .rsa(let modulus, let exponent):
                (
                    [DERBuilder.element(0x06, [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x01, 0x01]), [0x05, 0x00]],
                    DERBuilder.sequence([DERBuilder.element(0x02, [0] + modulus), DERBuilder.element(0x02, exponent)])
                )
            }
        return DERBuilder.sequence([DERBuilder.sequence(algorithm), DERBuilder.element(0x03, [0] + bits)])
    }

    private static func signatureAlgorithm(_ kind: KeyKind) -> [UInt8] {
        switch kind {
        case .p256: DERBuilder.sequence([DERBuilder.element(0x06, [0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x04, 0x03, 0x02])])
        case .p384: DERBuilder.sequence([DERBuilder.element(0x06, [0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x04, 0x03, 0x03])])
        case .ed25519: DERBuilder.sequence([DERBuilder.element(0x06, [0x2B, 0x65, 0x70])])
        case .rsa:
            DERBuilder.sequence([
                DERBuilder.element(0x06, [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x01, 0x0B]), [0x05, 0x00],
            ])
        }
    }
}
