import AuthChallenge
import JSON
import Primitives
import Testing
import TriggerTestSupport

@Suite("Look-alikes take the shape of real users")
struct LookAlikeTests {
    /// Serves calls of Create for a user, with a page of that address before the token.
    private func create(
        _ deployment: TestDeployment, _ sub: String, page: String = "https://mfa.authsignal.com/?token="
    ) throws {
        let answer =
            #"{"state":"CHALLENGE_REQUIRED","idempotencyKey":"k","isEnrolled":true,"token":"\#(API.trackToken)","#
            + #""enrolledVerificationMethods":["EMAIL_OTP","PASSKEY"],"url":"\#(page)\#(API.trackToken)"}"#
        deployment.transport.on("POST /users/\(sub)/actions/cognitoAuth", .ok(answer))
        let mailbox = #"[{"userAuthenticatorId":"1","verificationMethod":"EMAIL_OTP","email":"ana@example.test"}]"#
        deployment.transport.on("GET /users/\(sub)/authenticators", .ok(mailbox))
        _ = try deployment.create(.create.attribute("sub", sub))
    }

    private func subject(_ deployment: TestDeployment, _ name: String = SampleUser.unknownName) throws -> String {
        try #require(try deployment.create(.create.unknownUser(name)).claims()["sub"]?.string)
    }

    /// `sub`s of an older pool: version 4 UUIDs, here of one Region whose second group is always `51b2`.
    private static let older = (0..<8).map {
        "\($0)d1f4c0\($0)-51b2-4\($0)6c-\("89ab89ab".map(String.init)[$0])a\($0)3-\($0)b6a7d0e9f1\($0)"
    }

    private static let names = (0..<40).map { "ghost\($0)@example.test" }

    @Test("before eight users have been seen, a subject has a new pool's shape", arguments: [0, 7])
    func newPool(seen: Int) throws {
        let deployment = try TestDeployment.authsignal()
        for sub in Self.older.prefix(seen) { try create(deployment, sub) }
        let pattern = #/[0-9a-f]{8}-[0-9a-f]{4}-70[0-9a-f]{2}-[cd][0-9a-f]{3}-[0-9a-f]{12}/#
        for name in Self.names { #expect(try pattern.wholeMatch(in: subject(deployment, name)) != nil) }
    }

    @Test("one user seen often is one user")
    func oneUserSeenOften() throws {
        let deployment = try TestDeployment.authsignal()
        for _ in 0..<10 { try create(deployment, Self.older[0]) }
        #expect(try subject(deployment).dropFirst(14).hasPrefix("70"))
    }

    @Test("after eight different users, each digit that never varied is fixed, and the variant is one that was seen")
    func learnedShape() throws {
        let deployment = try TestDeployment.authsignal()
        for sub in Self.older { try create(deployment, sub) }
        let pattern = #/[0-9a-f]d1f4c0[0-9a-f]-51b2-4[0-9a-f]6c-[89ab]a[0-9a-f]3-[0-9a-f]b6a7d0e9f1[0-9a-f]/#
        let subjects = try Self.names.map { try subject(deployment, $0) }
        for subject in subjects { #expect(try pattern.wholeMatch(in: subject) != nil, "\(subject)") }
        #expect(Set(subjects).count == subjects.count)
        // The digits that vary are not only those that were seen.
        #expect(subjects.contains { ("8"..."f").contains($0.prefix(1)) })
        #expect(try subject(deployment, Self.names[0]) == subjects[0])
    }

    @Test("a digit that varies later is no longer fixed")
    func laterVariation() throws {
        let deployment = try TestDeployment.authsignal()
        for sub in Self.older + ["00000000-0000-7000-c000-000000000000"] { try create(deployment, sub) }
        let subjects = try Self.names.map { try subject(deployment, $0) }
        #expect(Set(subjects.map { $0.dropFirst(9).prefix(4) }).count > 1)
        #expect(subjects.allSatisfy { "89abc".contains($0.dropFirst(19).first ?? "-") })
    }

    @Test(
        "a page address takes only what two different users' addresses share",
        arguments: [
            (["https://page.test/a?token="], "https://mfa.authsignal.com/?token="),
            (["https://page.test/a?token=", "https://page.test/a?token="], "https://page.test/a?token="),
            (["https://page.test/?u=ana&token=", "https://page.test/?u=bo&token="], "https://page.test/?u=&token="),
            (
                [
                    "https://page.test/?u=ana&token=", "https://page.test/?u=anabel&token=",
                    "https://page.test/?u=a&token=",
                ],
                "https://page.test/?u=a&token="
            ),
        ])
    func pageAddress(pages: [String], prefix: String) throws {
        let deployment = try TestDeployment.authsignal()
        for (sub, page) in zip(Self.older, pages) { try create(deployment, sub, page: page) }
        let unknown = try deployment.create(.create.unknownUser())
        #expect(unknown.publicParameters["url"] == prefix + unknown.token)
    }

    @Test("two addresses of one user share nothing for others")
    func oneUsersPages() throws {
        let deployment = try TestDeployment.authsignal()
        for _ in 0..<2 { try create(deployment, Self.older[0], page: "https://page.test/?u=ana&token=") }
        let unknown = try deployment.create(.create.unknownUser())
        #expect(unknown.publicParameters["url"] == "https://mfa.authsignal.com/?token=\(unknown.token)")
    }

    @Test("a user who is held gets the address that Authsignal gave for this user")
    func heldUsersPage() throws {
        let deployment = try TestDeployment.authsignal()
        let answer =
            #"{"state":"BLOCK","idempotencyKey":"k","isEnrolled":true,"token":"\#(API.trackToken)","#
            + #""url":"https://page.test/?u=ana&token=\#(API.trackToken)"}"#
        deployment.transport.on(API.track, .ok(answer))
        let held = try deployment.create()
        #expect(held.outcome == "issued_closed")
        #expect(held.publicParameters["url"] == "https://page.test/?u=ana&token=\(held.token)")
        let unknown = try deployment.create(.create.unknownUser())
        #expect(unknown.publicParameters["url"] == "https://mfa.authsignal.com/?token=\(unknown.token)")
    }
}
