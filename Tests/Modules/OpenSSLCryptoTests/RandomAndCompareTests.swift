import OpenSSLCrypto
import Testing

@Suite("Random bytes and comparison")
struct RandomAndCompareTests {
    @Test("as many random bytes come as were requested", arguments: [0, 1, 16, 255, 256, 257, 1000])
    func numberOfRandomBytes(count: Int) throws {
        #expect(try SecureRandom.bytes(count).count == count)
    }

    @Test("random bytes never repeat, and no part of a long request stays zero")
    func randomBytesDiffer() throws {
        let values = try (0..<200).map { _ in try SecureRandom.bytes(32) }
        #expect(Set(values).count == 200)
        let long = try SecureRandom.bytes(1024)
        for start in stride(from: 0, to: 1024, by: 32) {
            #expect(long[start..<start + 32].contains { $0 != 0 }, "bytes from \(start)")
        }
    }

    @Test(
        "strings are equal only if every byte and the length agree",
        arguments: [
            ([], [], true), ([1, 2], [1, 2], true), ([1, 2], [1, 3], false), ([1, 2], [0, 2], false),
            ([1, 2], [1, 2, 0], false), ([1, 2], [1], false), ([0], [], false),
        ] as [([UInt8], [UInt8], Bool)])
    func constantTimeComparison(left: [UInt8], right: [UInt8], expected: Bool) {
        #expect(constantTimeEqual(left, right) == expected)
    }
}
