import JSON
import Sandbox
import SandboxTestSupport
import SoftwarePasskey
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
}
