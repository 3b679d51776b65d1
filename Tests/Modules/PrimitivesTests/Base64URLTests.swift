import Primitives
import Testing

@Suite("Base64url")
struct Base64URLTests {
    @Test(
        "the examples of RFC 4648 section 10 are encoded and decoded, without padding",
        arguments: [
            ("", ""), ("f", "Zg"), ("fo", "Zm8"), ("foo", "Zm9v"), ("foob", "Zm9vYg"), ("fooba", "Zm9vYmE"),
            ("foobar", "Zm9vYmFy"),
        ])
    func publishedExamples(text: String, encoded: String) {
        #expect(Base64URL.encode(Array(text.utf8)) == encoded)
        #expect(Base64URL.decode(encoded) == Array(text.utf8))
    }

    @Test("the example of RFC 7515 appendix C uses both characters of the URL-safe alphabet")
    func urlSafeAlphabet() {
        #expect(Base64URL.encode([3, 236, 255, 224, 193]) == "A-z_4ME")
        #expect(Base64URL.decode("A-z_4ME") == [3, 236, 255, 224, 193])
    }

    static let refused = [
        ("padding", "Zg=="), ("one padding character", "Zm8="), ("padding alone", "="),
        ("padding to a multiple of four", "Z==="), ("a line break", "Zm9v\n"), ("a leading space", " Zm9v"),
        ("a space inside", "Zm 9v"), ("a tab", "Zm9v\t"), ("an impossible length", "Z"),
        ("a longer impossible length", "Zm9vY"), ("an impossible length whose bits are zero", "A"),
        ("a longer one whose bits are zero", "AAAAA"), ("bits left over, two characters", "Zh"),
        ("bits left over, three characters", "Zm9"), ("bits left over at the end", "Zm9vYmF"),
        ("the standard alphabet's plus", "Zm9vYh+/"), ("the standard alphabet's slash", "A/z_"), ("a dot", "Zm9v.A"),
        ("a null", "Zm\u{0}v"), ("a character that is not ASCII", "Zm9é"), ("a full-width letter", "Ｚｍ９ｖ"),
    ]

    @Test("text that is not canonical and unpadded is refused", arguments: refused)
    func nonCanonicalText(what: String, text: String) {
        #expect(Base64URL.decode(text) == nil, "\(what)")
    }

    @Test("exactly the 64 byte values of the alphabet are accepted")
    func acceptedCharacters() {
        let accepted = (0...255).filter { value in
            Base64URL.decode([UInt8(value), UInt8(ascii: "A")][...]) != nil
                || Base64URL.decode([UInt8(ascii: "A"), UInt8(ascii: "A"), UInt8(ascii: "A"), UInt8(value)][...]) != nil
        }
        let alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
        #expect(accepted.map { UInt8($0) } == alphabet.utf8.sorted())
    }

    @Test("every pair of bytes and every length up to 100 survives a round trip")
    func roundTrip() {
        let pairs = (0...UInt16.max).map { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
        let lengths = (0...100).map { length in (0..<length).map { UInt8(truncatingIfNeeded: $0 * 89 + 17) } }
        let wrong = (pairs + lengths).filter { Base64URL.decode(Base64URL.encode($0)) != $0 }
        #expect(wrong.isEmpty)
    }

    @Test("no two texts of up to three characters decode to the same bytes")
    func encodingIsUnique() {
        let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)
        let texts = alphabet.flatMap { first in alphabet.map { [first, $0] } }
        let decoded = texts.compactMap { Base64URL.decode($0[...]) }
        #expect(decoded.count == 256)
        #expect(Set(decoded).count == 256)
        let longer = texts.flatMap { start in alphabet.map { start + [$0] } }.compactMap {
            Base64URL.decode($0[...])
        }
        #expect(longer.count == 65_536)
        #expect(Set(longer).count == 65_536)
    }
}
