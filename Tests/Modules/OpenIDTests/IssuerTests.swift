import OpenID
import Testing

@Suite("Issuers and addresses of keys")
struct IssuerTests {
    @Test(
        "an issuer keeps its exact spelling",
        arguments: [
            "https://a.auth0.com/", "https://a.example/realms/b", "http://127.0.0.1:8080", "http://localhost/x",
        ])
    func acceptedIssuer(text: String) {
        #expect(Issuer(text)?.text == text)
    }

    @Test(
        "a text that is not an issuer identifier is refused",
        arguments: [
            "", "a.auth0.com", "http://a.auth0.com/", "https://", "https://a.example/?b", "https://a.example/#b",
            "https://u@a.example", "https://a.example/x|y", "ftp://a.example", "https://a.example/ ",
            "https://a.example/" + String(repeating: "a", count: 500),
        ])
    func refusedIssuer(text: String) {
        #expect(Issuer(text) == nil)
    }

    @Test(
        "an address of keys may have a query",
        arguments: ["https://a.example/keys", "https://a.example/keys/?p=b2c_1&x=/?@", "http://[::1]:80/k?"])
    func acceptedKeySetURL(text: String) {
        #expect(KeySetURL(text)?.text == text)
    }

    @Test(
        "a text that is not an address of keys, or would send them unencrypted over a network, is refused",
        arguments: [
            "", "?", "http://a.example/keys", "https://a.example/keys#f", "https://a.example/keys?a#f",
            "https://a.example/keys?a b", "https://u@a.example/keys", "file:///etc/passwd",
            "https://a.example/keys?\u{E9}", "https://a.example/?" + String(repeating: "a", count: 2_048),
        ])
    func refusedKeySetURL(text: String) {
        #expect(KeySetURL(text) == nil)
    }
}
