import Foundation
import OpenSSLCrypto
import Primitives
import Testing

@Suite("UUIDs as text")
struct UUIDTextTests {
    @Test(
        "a version 4 UUID has its bytes in order, in lower case, with the bits of version and variant",
        arguments: [
            (Array(repeating: 0, count: 16), "00000000-0000-4000-8000-000000000000"),
            (Array(repeating: 255, count: 16), "ffffffff-ffff-4fff-bfff-ffffffffffff"),
            (Array(0...15), "00010203-0405-4607-8809-0a0b0c0d0e0f"),
            (Array(240...255), "f0f1f2f3-f4f5-46f7-b8f9-fafbfcfdfeff"),
        ] as [([UInt8], String)])
    func version4Text(bytes: [UInt8], text: String) {
        #expect(UUIDText.version4(bytes) == text)
    }

    @Test("Foundation reads a UUID made of random bytes as the same UUID")
    func agreesWithFoundation() throws {
        for _ in 0..<200 {
            let text = UUIDText.version4(try SecureRandom.bytes(16))
            let uuid = try #require(UUID(uuidString: text))
            #expect(uuid.uuidString.lowercased() == text)
            #expect(uuid.uuid.6 >> 4 == 4)
            #expect(uuid.uuid.8 >> 6 == 2)
        }
    }

    @Test("16 bytes are written as a UUID of any version")
    func textOfBytes() {
        let text = "ea9b8d66-4d01-1d21-3ce4-b6b48cb57504"
        #expect(UUIDText.bytes(text).map(UUIDText.text(of:)) == text)
    }

    @Test(
        "a text of other groups or digits is no UUID",
        arguments: [
            "", "ea9b8d664d011d213ce4b6b48cb57504", "ea9b8d66-4d01-1d21-3ce4-b6b48cb5750",
            "ea9b8d66-4d01-1d21-3ce4b6b4-8cb57504", "ea9b8d66-4d01-1d21-3ce4-b6b48cb57504-",
            "ea9b8d66-4d01-1d21-3ce4-b6b48cb5750g", "EA9B8D66-4D01-1D21-3CE4-B6B48CB57504",
        ])
    func otherTextIsNoUUID(text: String) {
        #expect(UUIDText.bytes(text) == nil)
    }
}
