/// What a start with SRP comes with.
struct SRPStart: Sendable {
    /// The client's public value, A.
    let clientValue: [UInt8]

    /// Reads `SRP_A`.
    ///
    /// - Throws: `InvalidParameterException` when it is missing, no hexadecimal number, too long, or a multiple of N.
    init(_ text: String?) throws(PoolError) {
        guard let text else { throw .missing("SRP_A") }
        guard text.utf8.count <= 2 * SecureRemotePassword.prime.count,
            let number = SecureRemotePassword.bytes(hex: text)
        else { throw PoolError(.invalidParameter, "Invalid SRP_A") }
        let digits = Array(number.drop { $0 == 0 })
        // N is odd, and longer numbers have been refused: its only multiples here are 0 and N.
        guard !digits.isEmpty, digits != SecureRemotePassword.prime else {
            throw PoolError(.invalidParameter, "Invalid SRP_A")
        }
        clientValue = digits
    }
}
