/// The client's public value A, which a start with SRP carries.
struct SRPClientValue: Sendable {
    /// A as a big-endian number without leading zeros.
    let bytes: [UInt8]

    /// Reads `SRP_A`.
    ///
    /// - Throws: `InvalidParameterException` if it is missing, not a hexadecimal number, too long, or a multiple of N.
    init(_ text: String?) throws(PoolError) {
        guard let text else { throw .missing("SRP_A") }
        guard text.utf8.count <= 2 * SecureRemotePassword.prime.count,
            let number = SecureRemotePassword.bytes(hex: text)
        else { throw PoolError(.invalidParameter, "Invalid SRP_A") }
        let digits = Array(number.drop { $0 == 0 })
        // The text is no longer than N, and N begins with a 1 bit. So the only multiples here are 0 and N.
        guard !digits.isEmpty, digits != SecureRemotePassword.prime else {
            throw PoolError(.invalidParameter, "Invalid SRP_A")
        }
        bytes = digits
    }
}
