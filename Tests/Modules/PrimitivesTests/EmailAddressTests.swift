import Primitives
import Testing

@Suite("Addresses of mails")
struct EmailAddressTests {
    @Test(
        "a mailbox is one address, without a name, a list or white space",
        arguments: [
            ("ana@example.test", true), ("a+b.c'd@x", true), ("", false), ("ana", false), ("@example.test", false),
            ("ana@", false), ("a@b@c", false), ("a@example.test,b@example.test", false), ("a@b;c", false),
            ("Ana <a@example.test>", false), ("a @example.test", false), ("a@example.test\r\nBcc: b", false),
            ("é@example.test", false), ("\"a\"@example.test", false), ("a:b@example.test", false),
            (String(repeating: "a", count: 252) + "@b", true), (String(repeating: "a", count: 253) + "@b", false),
        ])
    func mailboxIsOneAddress(text: String, isOne: Bool) { #expect(EmailAddress.isOne(text) == isOne) }
}
