import Primitives
import Testing

@Suite("Base64")
struct Base64Tests {
    @Test(
        "the examples of RFC 4648 section 10 are encoded and decoded",
        arguments: [
            ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="), ("fooba", "Zm9vYmE="),
            ("foobar", "Zm9vYmFy"),
        ])
    func publishedExamples(text: String, encoded: String) {
        #expect(Base64.encode(Array(text.utf8)) == encoded)
        #expect(Base64.decode(encoded) == Array(text.utf8))
    }

    @Test("the last two characters of the standard alphabet are a plus and a slash")
    func standardAlphabet() {
        #expect(Base64.encode([3, 236, 255, 224, 193]) == "A+z/4ME=")
        #expect(Base64.decode("A+z/4ME=") == [3, 236, 255, 224, 193])
    }

    @Test(
        "text that is not canonical and padded is refused",
        arguments: [
            ("no padding", "Zg"), ("one padding character too few", "Zg="), ("one too many", "Zm8=="),
            ("unnecessary padding", "Zm9v="), ("padding after a single character", "Z==="),
            ("padding alone", "===="), ("two padding characters alone", "=="),
            ("a whole quantum of padding", "Zm9v===="),
            ("padding inside", "Zg==Zg=="), ("bits left over, two characters", "Zh=="),
            ("bits left over, three characters", "Zm9="), ("the other alphabet's hyphen", "A-z94ME="),
            ("the other alphabet's underscore", "A9z_4ME="), ("a line break", "Zm9v\n"), ("a space inside", "Zm 9"),
            ("a null", "Zm\u{0}v"), ("a character that is not ASCII", "Zmé"),
        ])
    func nonCanonicalText(what: String, text: String) {
        #expect(Base64.decode(text) == nil, "\(what)")
    }

    @Test(
        "both alphabets are read, with padding or without, if a caller asks for it",
        arguments: ["A+z/4ME=", "A+z/4ME", "A-z_4ME=", "A-z_4ME"])
    func anyForm(text: String) {
        #expect(Base64.decodeAnyForm(text) == [3, 236, 255, 224, 193])
    }

    @Test(
        "text that mixes the alphabets, has other padding than it needs, or encodes no bytes is refused in any form",
        arguments: [
            "A+z_4ME=", "A-z/4ME", "A-z_4ME==", "A+z/4ME==", "Zg=", "Zg===", "Zm8==", "Zm9v=", "Zm9v====", "=", "==",
            "=Zg=", "Z", "Zh", "Zh==", "Zm9", "Zm9=", "Z===", "Zg==Zg==", "====", "Zm 9", "Zm9v\n", "Zm.v", "Zmé",
            "Z%3D",
        ])
    func refusedInAnyForm(text: String) {
        #expect(Base64.decodeAnyForm(text) == nil)
    }

    @Test("bytes have one text in any form, but for the alphabet and the padding")
    func oneTextInAnyForm() {
        var texts: [String] = [""]
        for _ in 0..<4 { texts = [""] + texts.flatMap { text in "AQgw-_+/=".map { text + String($0) } } }
        let read = texts.filter { Base64.decodeAnyForm($0) != nil }
        for (bytes, forms) in Dictionary(grouping: read, by: { Base64.decodeAnyForm($0) ?? [] }) {
            let text = Base64URL.encode(bytes)
            let plain = forms.map { $0.replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "") }
            #expect(Set(plain) == [text])
            #expect(forms.contains(text) && forms.contains(Base64.encode(bytes)))
        }
        #expect(read.count > 500)
    }
}

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

    @Test("every pair of bytes and every length up to 100 survives a round trip, in both forms of base64")
    func roundTrip() {
        let pairs = (0...UInt16.max).map { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
        let lengths = (0...100).map { length in (0..<length).map { UInt8(truncatingIfNeeded: $0 * 89 + 17) } }
        #expect((pairs + lengths).filter { Base64URL.decode(Base64URL.encode($0)) != $0 }.isEmpty)
        #expect((pairs + lengths).filter { Base64.decode(Base64.encode($0)) != $0 }.isEmpty)
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

@Suite("Percent-encoding")
struct PercentEncodingTests {
    @Test(
        "every byte of all characters except the unreserved ones is encoded",
        arguments: [
            ("", ""), ("AZaz09-._~", "AZaz09-._~"), ("a/b", "a%2Fb"), ("a b", "a%20b"), ("../x?y", "..%2Fx%3Fy"),
            (".", "%2E"), ("..", "%2E%2E"), ("...", "..."), (".a", ".a"), ("%2F", "%252F"), ("a+b", "a%2Bb"),
            ("é", "%C3%A9"), ("😀", "%F0%9F%98%80"), ("\r\n\t\0", "%0D%0A%09%00"), ("\u{7F}", "%7F"),
            ("!*'();:@&=$,/?#[]", "%21%2A%27%28%29%3B%3A%40%26%3D%24%2C%2F%3F%23%5B%5D"), ("a\\b", "a%5Cb"),
        ])
    func encodedSegment(value: String, encoded: String) {
        #expect(value.percentEncodedSegment == encoded)
        #expect(encoded.percentDecoded == value)
    }

    @Test(
        "digits of either case are decoded, and a plus sign is not a space",
        arguments: [("%2f%2F", "//"), ("a+b", "a+b"), ("%c3%a9", "é"), ("/a/%20", "/a/ "), ("é", "é")])
    func decodedText(text: String, value: String) {
        #expect(text.percentDecoded == value)
    }

    @Test(
        "a stray percent sign and bytes that are not UTF-8 are refused",
        arguments: ["%", "%2", "a%", "%zz", "%2g", "%-1", "% 1", "%%41", "%２F", "%C3", "%FF", "%ED%A0%80"])
    func undecodableText(text: String) {
        #expect(text.percentDecoded == nil)
    }
}
