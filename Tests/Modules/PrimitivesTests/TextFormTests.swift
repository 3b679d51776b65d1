import Primitives
import Testing

@Suite("Forms of action codes, bearer tokens, log words and addresses")
struct TextFormTests {
    @Test(
        "an action's code is 1 to 64 letters, digits, hyphens and underscores",
        arguments: [
            ("a", true), ("cognitoAuth", true), ("A-z_0", true), (String(repeating: "a", count: 64), true), ("", false),
            (String(repeating: "a", count: 65), false), ("a b", false), ("a.b", false), ("é", false), ("a\0", false),
            ("a\n", false), ("ａ", false),
        ])
    func actionCode(text: String, isValid: Bool) {
        #expect(ActionCode.isValid(text) == isValid)
    }

    @Test(
        "a bearer token consists of letters, digits and seven punctuation marks",
        arguments: [
            ("a", true), ("a.b-c_d~e+f/g==", true), ("", false), ("a,b", false), ("a b", false), ("a\"", false),
            ("é", false), ("a\0", false),
        ])
    func bearerToken(text: String, isValid: Bool) {
        #expect(BearerToken.isValid(text) == isValid)
    }

    @Test(
        "a log word has at most 40 letters, spaces, full stops and underscores",
        arguments: [
            ("invalid_request", true), ("Not found.", true), (String(repeating: "a", count: 40), true), ("", true),
            (String(repeating: "a", count: 41), false), ("a1", false), ("a-b", false), ("a\n", false), ("é", false),
        ])
    func logWord(word: String, isShown: Bool) {
        #expect(word.logWord == (isShown ? word : "unreadable"))
    }

    @Test(
        "only ASCII letters of an address are folded",
        arguments: [
            ("Ada@Example.COM", "ada@example.com"), ("\u{212A}@x", "\u{212A}@x"), ("É@X", "É@x"),
            ("[@\\]^_`{", "[@\\]^_`{"),
        ])
    func foldedAddress(address: String, folded: String) {
        #expect(EmailAddress.folded(address) == Array(folded.utf8))
    }
}
