package import OpenSSLCrypto

extension CredentialPublicKey {
    /// The credential key of a public key, with the one algorithm of its kind. Software authenticators use it.
    package init(_ key: PublicKey) {
        algorithm = COSEAlgorithm(key.kind)
        self.key = key
        var parameters: [(label: Int64, value: CBORValue)] = [
            (COSELabel.keyType, .integer(algorithm.keyType)), (COSELabel.algorithm, .integer(algorithm.rawValue)),
        ]
        if let curve = algorithm.curve { parameters.append((COSELabel.curve, .integer(curve))) }
        switch key.components {
        case .p256(let x, let y), .p384(let x, let y):
            parameters += [(COSELabel.x, .bytes(x)), (COSELabel.y, .bytes(y))]
        case .ed25519(let bytes):
            parameters.append((COSELabel.x, .bytes(bytes)))
        case .rsa(let modulus, let exponent):
            parameters += [
                (COSELabel.modulus, .bytes(Array(modulus.drop { $0 == 0 }))),
                (COSELabel.exponent, .bytes(Array(exponent.drop { $0 == 0 }))),
            ]
        }
        encoded = CBORValue.map(parameters.map { CBORMember(.integer($0.label), $0.value) }).encoded
    }
}
