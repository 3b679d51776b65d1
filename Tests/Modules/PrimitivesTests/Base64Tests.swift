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
            ("bits left over, three characters", "Zm9="), ("the other alphabet's hyphen", "A-z/4ME="),
            ("the other alphabet's underscore", "A+z_4ME="), ("a line break", "Zm9v\n"), ("a space inside", "Zm 9"),
            ("a null", "Zm\u{0}v"), ("a character that is not ASCII", "Zmé"),
        ])
    func nonCanonicalText(what: String, text: String) {
        #expect(Base64.decode(text) == nil, "\(what)")
    }

    @Test(
        "either alphabet is read, with and without padding, if a caller asks for it",
        arguments: ["A+z/4ME=", "A+z/4ME", "A-z_4ME=", "A-z_4ME"])
    func eitherAlphabet(text: String) {
        #expect(Base64.decodeEitherAlphabet(text[...]) == [3, 236, 255, 224, 193])
    }

    @Test(
        "text that no bytes encode to is refused in either alphabet",
        arguments: ["Z", "Zh", "Zm9", "Z===", "Zg==Zg==", "====", "Zm 9", "Zm9v\n", "Zm.v", "Zmé"])
    func refusedInEitherAlphabet(text: String) {
        #expect(Base64.decodeEitherAlphabet(text[...]) == nil)
    }

    @Test("every pair of bytes and every length up to 100 survives a round trip")
    func roundTrip() {
        let pairs = (0...UInt16.max).map { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
        let lengths = (0...100).map { length in (0..<length).map { UInt8(truncatingIfNeeded: $0 * 89 + 17) } }
        #expect((pairs + lengths).filter { Base64.decode(Base64.encode($0)) != $0 }.isEmpty)
    }
}
