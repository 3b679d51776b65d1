/// The labels of a COSE_Key's parameters (RFC 9052 section 7.1, RFC 9053 section 7, RFC 8230 section 4). The meaning of
/// a negative label depends on the key type.
enum COSELabel {
    static let keyType: Int64 = 1
    static let algorithm: Int64 = 3
    static let curve: Int64 = -1
    static let x: Int64 = -2
    static let y: Int64 = -3
    static let modulus: Int64 = -1
    static let exponent: Int64 = -2
}

extension COSEAlgorithm {
    /// The key type: 1 OKP, 2 EC2, 3 RSA.
    var keyType: Int64 {
        switch self {
        case .edDSA: 1
        case .es256, .es384: 2
        case .rs256: 3
        }
    }

    /// The curve: 1 P-256, 2 P-384, 6 Ed25519; nil for RSA.
    var curve: Int64? {
        switch self {
        case .es256: 1
        case .es384: 2
        case .edDSA: 6
        case .rs256: nil
        }
    }

    /// The number of parameters of a key, including its type and algorithm.
    var parameterCount: Int {
        switch self {
        case .es256, .es384: 5
        case .edDSA, .rs256: 4
        }
    }
}
