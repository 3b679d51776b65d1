import JSON
import Sandbox
import SandboxTestSupport
import SoftwarePasskey
import TestSupport
import Testing

@Suite("The sandbox's mailbox")
struct MailboxTests {
    private static let email = "ana@example.test"

    @Test("a notice arrives with its subject and text, without a code, and the timeline's call does not show the text")
    func noticeArrives() async throws {
        try await StackFixture.run { (fixture) async throws in
            try await fixture.signUp(Self.email)
            let challenge = try await fixture.start(Self.email)
            let token = try #require(try await fixture.proveByCode(Self.email, for: challenge)["accessToken"]?.string)
            var device = SoftwareAuthenticator(origin: fixture.url)
            _ = try await fixture.createPasskey(Self.email, token, &device)
            let events = try await fixture.events()
            let mails = events.filter { $0["kind"]?.string == "mail" }
            #expect(mails.map { $0["detail"]?["purpose"]?.string } == ["signIn", "notice"])
            let notice = try #require(mails.last)
            #expect(notice["title"]?.string == "Mail to \(Self.email)")
            #expect(notice["detail"]?["to"]?.string == Self.email)
            #expect(notice["detail"]?["subject"]?.string == "First passkey added to your Sandbox account")
            let text = try #require(notice["detail"]?["text"]?.string)
            #expect(text.hasPrefix("A passkey was added to your Sandbox account."))
            #expect(notice["detail"]?["code"] == nil)
            for event in events where event["kind"]?.string == "aws" {
                #expect(!String(decoding: event.bytes, as: UTF8.self).contains("A passkey was added"))
            }
        }
    }

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
