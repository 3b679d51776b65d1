internal import COpenSSL
package import OpenSSLCrypto

/// Arithmetic with numbers of any size modulo one number, for protocols such as SRP.
///
/// Numbers are big-endian bytes. The time that a calculation takes depends on the numbers, so this is only for
/// development tools, which keep no real secret.
package struct Modulus: Sendable {
    /// The modulus.
    package let bytes: [UInt8]

    /// A modulus; it must be odd and greater than 1.
    ///
    /// - Throws: `invalidKey` for any other number.
    package init(_ bytes: [UInt8]) throws(CryptoError) {
        guard let last = bytes.last, last % 2 == 1, bytes.dropLast().contains(where: { $0 != 0 }) || last > 1 else {
            throw .invalidKey
        }
        self.bytes = bytes
    }

    /// The remainder of a number.
    package func remainder(_ number: [UInt8]) throws(CryptoError) -> [UInt8] {
        try unsafe compute(number, [1]) { unsafe BN_mod_mul($0, $1, $2, $3, $4) }
    }

    /// The remainder of a sum.
    package func sum(_ left: [UInt8], _ right: [UInt8]) throws(CryptoError) -> [UInt8] {
        try unsafe compute(left, right) { unsafe BN_mod_add($0, $1, $2, $3, $4) }
    }

    /// The remainder of a product.
    package func product(_ left: [UInt8], _ right: [UInt8]) throws(CryptoError) -> [UInt8] {
        try unsafe compute(left, right) { unsafe BN_mod_mul($0, $1, $2, $3, $4) }
    }

    /// The remainder of a power.
    package func power(_ base: [UInt8], _ exponent: [UInt8]) throws(CryptoError) -> [UInt8] {
        try unsafe compute(base, exponent) { unsafe BN_mod_exp($0, $1, $2, $3, $4) }
    }

    private typealias Operation = (
        _ result: OpaquePointer?, _ left: OpaquePointer?, _ right: OpaquePointer?, _ modulus: OpaquePointer?,
        _ context: OpaquePointer?
    ) -> Int32

    /// Runs an operation; the result has no leading zeros, and no bytes at all for zero.
    private func compute(
        _ left: [UInt8], _ right: [UInt8], _ operation: Operation
    ) throws(CryptoError) -> [UInt8] {
        try drainingErrors { () throws(CryptoError) in
            let context = unsafe BN_CTX_new()
            defer { unsafe BN_CTX_free(context) }
            let result = try Number([])
            let left = try Number(left)
            let right = try Number(right)
            let modulus = try Number(bytes)
            guard unsafe context != nil,
                unsafe operation(result.pointer, left.pointer, right.pointer, modulus.pointer, context) == 1
            else { throw .operationFailed }
            return result.bytes
        }
    }
}

/// The only owner of a `BIGNUM`.
@safe private struct Number: ~Copyable {
    let pointer: OpaquePointer

    init(_ bytes: [UInt8]) throws(CryptoError) {
        guard let length = Int32(exactly: bytes.count), let pointer = unsafe BN_bin2bn(bytes, length, nil) else {
            throw .operationFailed
        }
        unsafe self.pointer = pointer
    }

    deinit { unsafe BN_clear_free(pointer) }

    var bytes: [UInt8] {
        var bytes = [UInt8](repeating: 0, count: Int(unsafe BN_num_bits(pointer) + 7) / 8)
        _ = unsafe BN_bn2bin(pointer, &bytes)
        return bytes
    }
}
