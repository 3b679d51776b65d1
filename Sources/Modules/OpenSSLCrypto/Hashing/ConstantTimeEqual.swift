internal import COpenSSL

/// Whether two byte strings are equal, found in time that depends on their lengths alone.
///
/// Strings of different lengths are unequal; that they differ in length is not kept secret.
package func constantTimeEqual(_ left: [UInt8], _ right: [UInt8]) -> Bool {
    guard left.count == right.count else { return false }
    return unsafe CRYPTO_memcmp(left, right, left.count) == 0
}
