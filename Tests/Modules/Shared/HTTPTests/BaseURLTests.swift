import HTTP
import Testing

@Suite("Base URLs")
struct BaseURLTests {
    @Test(
        "https goes anywhere, http only to this machine, and slashes at the end are removed",
        arguments: [
            ("https://api.example.test/v1", "https://api.example.test/v1"),
            ("https://api.example.test/v1/", "https://api.example.test/v1"),
            ("https://api.example.test//", "https://api.example.test"),
            ("https://api.example.test:8443/v1", "https://api.example.test:8443/v1"),
            ("https://[2001:db8::1]/v1", "https://[2001:db8::1]/v1"),
            ("http://127.0.0.1:8080", "http://127.0.0.1:8080"), ("http://127.1.2.3/v1/", "http://127.1.2.3/v1"),
            ("http://localhost:1", "http://localhost:1"), ("http://[::1]:1/v1", "http://[::1]:1/v1"),
            ("http://[::1]", "http://[::1]"), ("http://localhost/a//", "http://localhost/a"),
            ("http://127.255.255.255", "http://127.255.255.255"),
            ("https://under_score.test", "https://under_score.test"),
            ("https://10.0.0.1:65535", "https://10.0.0.1:65535"),
            ("https://[::ffff:10.0.0.1]", "https://[::ffff:10.0.0.1]"),
            ("https://api.example.test/a%20b", "https://api.example.test/a%20b"),
            ("https://API.example.test", "https://API.example.test"),
            ("https://api.example.test/a:b", "https://api.example.test/a:b"),
        ])
    func serviceAddressIsAccepted(text: String, expected: String) {
        #expect(BaseURL(text)?.text == expected)
    }

    @Test(
        "anything that is not an address of a service, or would send secrets unencrypted, is refused",
        arguments: [
            "", "/", "https://", "https:///v1", "http://", "api.example.test", "//api.example.test", "ftp://127.0.0.1",
            "HTTPS://api.example.test", "http://api.example.test", "http://10.0.0.1", "http://128.0.0.1",
            "http://127.0.0.1.example.test", "http://127.0.0", "http://127.0.0.256", "http://127.0.0.+1",
            "http://127..0.1", "http://localhost.example.test", "http://localhost@api.example.test",
            "ldap://localhost", "1234567localhost", "https://user:secret@api.example.test",
            "https://api.example.test?a=b", "https://api.example.test#a",
            "https://api.example.test/a b", "https://api.example.test/\n", "https://api.example.test\\@localhost",
            "https://api.example.test/é", "http://[::2]", "http://[::1", "https://api.example.test/\0",
            // Hosts that look like this machine at a glance.
            "http://localhost.evil.com", "http://127.0.0.1.evil.com", "http://127.0.0.1:80@evil.com",
            "http://127.0.0.1:80.evil.com", "http://localhost:@evil.com", "http://[::1]evil.com",
            "http://[::1].evil.com",
            "http://[::1]@evil.com", "http://127.0.0.1#@evil.com", "http://127.0.0.1?@evil.com", "http://localhost%2e",
            "http://localhost.", "http://LOCALHOST", "http://evil.com/localhost", "http://evil.com:127.0.0.1",
            // Texts that some resolvers read as 127.0.0.1 and others look up as a name.
            "http://127.1", "http://2130706433", "http://0x7f.0.0.1", "http://0177.0.0.1", "http://127.0.0.01",
            "http://127.08.0.1", "http://127.-0.0.1", "http://127.0.0.-1", "http://127.0.0.1.", "http://127.0.0.1e0",
            "http://127.0.0.", "http://.127.0.0.1", "http://0.0.0.0", "http://[0:0:0:0:0:0:0:1]",
            "http://[::ffff:127.0.0.1]",
            // No host, no port, no IPv6 address.
            "https://:443", "https:///", "https:/api.example.test", "https:api.example.test", "https://a:b",
            "https://a:",
            "https://a:-1", "https://a:+1", "https://a:65536", "https://a:080", "https://a:1:2", "https://[]",
            "https://[",
            "https://[::1", "https://[::1]2", "https://[::1]:x", "https://[fe80::1%25eth0]", "https://a]",
            "https://a[b]",
            "https://a,b", "https://a%62", "https://*", "https://a;b",
            // White space and control characters, which some libraries cut away.
            " https://api.example.test", "https://api.example.test ", "https://api.example.test\t",
            "\u{FEFF}https://a.test",
            "https://api.example.test\r\nX-A: b", "https://a\u{1}b", "https://a.test/\u{7F}", "https://a.test/\u{A0}",
            "https://a.test\0.evil.com", "https://ａ.test", "https:/\u{301}/a.test",
        ])
    func otherAddressIsRefused(text: String) {
        #expect(BaseURL(text) == nil)
    }
}
