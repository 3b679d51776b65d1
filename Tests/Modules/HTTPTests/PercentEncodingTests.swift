import HTTP
import Testing

@Suite("Percent-encoding of a path segment")
struct PercentEncodingTests {
    @Test(
        "everything but the unreserved characters is encoded, byte by byte",
        arguments: [
            ("", ""), ("AZaz09-._~", "AZaz09-._~"), ("a/b", "a%2Fb"), ("a b", "a%20b"), ("../x?y", "..%2Fx%3Fy"),
            (".", "%2E"), ("..", "%2E%2E"), ("...", "..."), (".a", ".a"), ("%2F", "%252F"), ("a+b", "a%2Bb"),
            ("é", "%C3%A9"), ("😀", "%F0%9F%98%80"), ("\r\n\t\0", "%0D%0A%09%00"), ("\u{7F}", "%7F"),
            ("!*'();:@&=$,/?#[]", "%21%2A%27%28%29%3B%3A%40%26%3D%24%2C%2F%3F%23%5B%5D"), ("a\\b", "a%5Cb"),
        ])
    func segments(value: String, encoded: String) {
        #expect(value.percentEncodedSegment == encoded)
    }
}
