import AuthenticatorService
import Passkeys
import Testing

@Suite("User ids")
struct UserIDTests {
    static let spellings: [(String, String)] = [
        ("K", "\u{212A}"), ("\u{E9}", "e\u{301}"), ("a\u{301}\u{323}", "a\u{323}\u{301}"),
    ]

    @Test("canonically equivalent ids name different users and different tenants", arguments: spellings)
    func equivalentIDsAreDifferent(one: String, other: String) {
        let user = UserID(tenantID: one, id: one)
        #expect(user == UserID(tenantID: one, id: one))
        #expect(user != UserID(tenantID: one, id: other))
        #expect(user != UserID(tenantID: other, id: one))
        #expect(Set([user, UserID(tenantID: one, id: other), UserID(tenantID: other, id: one), user]).count == 3)
    }

    @Test("the border between tenant and id counts")
    func borderCounts() {
        #expect(UserID(tenantID: "ab", id: "c") != UserID(tenantID: "a", id: "bc"))
        #expect(UserID(tenantID: "ab", id: "c").hashValue != UserID(tenantID: "a", id: "bc").hashValue)
    }
}
