import Primitives
import Testing

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
