internal import CLibrary

/// Random bytes for keys, identifiers and codes.
///
/// They come straight from the kernel. OpenSSL's generator takes 1.1 ms to start, and it lives in the process: two
/// machines resumed from one snapshot, as Lambda does with functions, would begin with the same state.
package enum SecureRandom {
    /// The most that one call of `getentropy` gives, in bytes.
    private static let maximumRequest = 256

    /// The given number of random bytes.
    ///
    /// - Throws: `randomUnavailable` if the kernel gives none. There is no fallback.
    package static func bytes(_ count: Int) throws(CryptoError) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        let filled = unsafe bytes.withUnsafeMutableBytes { buffer in
            stride(from: 0, to: count, by: maximumRequest).allSatisfy { start in
                let part = unsafe buffer[start..<min(start + maximumRequest, count)]
                return unsafe getentropy(UnsafeMutableRawBufferPointer(rebasing: part).baseAddress, part.count) == 0
            }
        }
        guard filled else { throw .randomUnavailable }
        return bytes
    }
}
