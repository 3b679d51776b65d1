package import OpenSSLCrypto
internal import TestKeys

/// The client's side, which apps implement.
extension SecureRemotePassword {
    /// The client's public value A for its secret a: g^a.
    package func clientValue(secret: [UInt8]) throws(CryptoError) -> [UInt8] { try group.power(Self.generator, secret) }

    /// The key that both sides compute if the password is right.
    ///
    /// - Parameters:
    ///   - secret: a.
    ///   - serverValue: B.
    ///   - password: x, the number that is derived from the password.
    package func clientKey(
        secret: [UInt8], serverValue: [UInt8], password: [UInt8]
    ) throws(CryptoError) -> [UInt8] {
        let clientValue = try clientValue(secret: secret)
        let scrambler = SHA256.digest(of: Self.signed(clientValue) + Self.signed(serverValue))
        // (B - k·g^x)^(a + u·x), where the subtraction is a multiplication by -1.
        var minusOne = Self.prime
        minusOne[minusOne.count - 1] -= 1
        let mask = try group.product(multiplier, group.power(Self.generator, password))
        let base = try group.sum(serverValue, group.product(mask, minusOne))
        let shared = try group.product(
            group.power(base, secret), group.power(group.power(base, scrambler), password))
        return Self.key(shared: shared, scrambler: scrambler)
    }
}
