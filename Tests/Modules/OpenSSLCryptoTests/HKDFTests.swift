import OpenSSLCrypto
import TestSupport
import Testing

@Suite("HKDF with SHA-256")
struct HKDFTests {
    struct Vector: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let material, salt, info: [UInt8]
        let key, output: String
    }

    /// RFC 5869, appendices A.1 to A.3.
    static let vectors = [
        Vector(
            testDescription: "A.1, basic", material: [UInt8](repeating: 0x0B, count: 22), salt: Array(0x00...0x0C),
            info: Array(0xF0...0xF9), key: "077709362c2e32df0ddc3f0dc47bba6390b6c73bb50f9c3122ec844ad7c2b3e5",
            output: "3cb25f25faacd57a90434f64d0362f2a2d2d0a90cf1a5a4c5db02d56ecc4c5bf34007208d5b887185865"),
        Vector(
            testDescription: "A.2, longer inputs and output", material: Array(0x00...0x4F), salt: Array(0x60...0xAF),
            info: Array(0xB0...0xFF), key: "06a6b88c5853361a06104c9ceb35b45cef760014904671014a193f40c15fc244",
            output: "b11e398dc80327a1c8e7f78c596a49344f012eda2d4efad8a050cc4c19afa97c"
                + "59045a99cac7827271cb41c65e590e09da3275600c2f09b8367793a9aca3db71"
                + "cc30c58179ec3e87c14c01d5c1f3434f1d87"),
        Vector(
            testDescription: "A.3, without salt and info", material: [UInt8](repeating: 0x0B, count: 22), salt: [],
            info: [], key: "19ef24a32c717b167f33a91d6f648bdf96596776afdb6377ac434c1c293ccb04",
            output: "8da4e775a563c18f715f802a063c5a31b8a11f5c5ee1879ec3454e5f3c738d2d9d201395faa4b61a96c8"),
    ]

    @Test("extracts and expands as the RFC's test cases do", arguments: vectors)
    func extractsAndExpands(_ vector: Vector) {
        let key = HKDFSHA256.extract(vector.material, salt: vector.salt)
        #expect(key == hex(vector.key))
        let output = hex(vector.output)
        #expect(HKDFSHA256.expand(key, info: vector.info, length: output.count) == output)
    }

    @Test("a shorter output is the beginning of a longer one", arguments: [0, 1, 31, 32, 33, 64, 8_160])
    func lengths(_ length: Int) {
        let key = HKDFSHA256.extract([1, 2, 3])
        let output = HKDFSHA256.expand(key, info: [4], length: length)
        #expect(output.count == length)
        #expect(output == Array(HKDFSHA256.expand(key, info: [4], length: HKDFSHA256.maximumLength).prefix(length)))
    }

    @Test("deriving is extracting without a salt, then expanding under the label")
    func derives() {
        let material = Array("key material".utf8)
        #expect(
            HKDFSHA256.derive(material, info: "label")
                == HKDFSHA256.expand(HKDFSHA256.extract(material), info: Array("label".utf8), length: 32))
        #expect(HKDFSHA256.derive(material, info: "label") != HKDFSHA256.derive(material, info: "other"))
    }
}
