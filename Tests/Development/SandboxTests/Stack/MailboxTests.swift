import JSON
import Sandbox
import SandboxTestSupport
import TestSupport
import Testing

@Suite("The sandbox's mailbox")
struct MailboxTests {
    private static let email = "ana@example.test"

    @Test("its mails are listed, all or those to one address, until the timeline is cleared")
    func mailsAreListed() async throws {
        let other = "bo+1@example.test"
        try await StackFixture.run({ $0.flow = .emailOTP }) { (fixture) async throws in
            func mails(_ query: String = "") async throws -> [JSONValue] {
                try #require(try await fixture.http.get("/sandbox/mails" + query).json?["mails"]).elements
            }
            for address in [Self.email, other, Self.email] {
                if try await mails("?to=\(address)").isEmpty { try await fixture.signUp(address) }
                _ = try await fixture.start(address)
            }
            try await expect(mails().map { $0["to"]?.string }, equals: [Self.email, other, Self.email])
            let own = try await mails("?to=bo%2B1@example.test")
            #expect(own.map { $0["purpose"]?.string } == ["signIn"])
            #expect(own.first?["code"]?.string?.count == 6)
            try await expect(mails("?to=nobody@example.test")) { $0.isEmpty }
            _ = try await fixture.http.send("DELETE", "/sandbox/events")
            try await expect(mails()) { $0.isEmpty }
        }
    }

    @Test("a user whose domain is not ASCII signs in; the mails are found under both forms of the address")
    func domainIsNotASCII() async throws {
        let address = "ana@exämple.test"
        try await StackFixture.run({ $0.flow = .emailOTP }) { (fixture) async throws in
            try await fixture.signUp(address)
            _ = try await fixture.start(address)
            for query in ["?to=ana@ex%C3%A4mple.test", "?to=ana@xn--exmple-cua.test", ""] {
                let mails = try #require(try await fixture.http.get("/sandbox/mails" + query).json?["mails"]).elements
                #expect(mails.map { $0["to"]?.string } == ["ana@xn--exmple-cua.test"])
            }
        }
    }
}
