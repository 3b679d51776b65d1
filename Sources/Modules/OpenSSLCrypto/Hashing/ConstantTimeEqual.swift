internal import COpenSSL

/// Whether two byte strings are equal, compared in time that depends only on their lengths.
///
/// Strings of different lengths are unequal. The comparison does not hide that their lengths differ.
package func constantTimeEqual(_ left: [UInt8], _ right: [UInt8]) -> Bool {
    guard left.count == right.count else { return false }
    return unsafe CRYPTO_memcmp(left, right, left.count) == 0
}
