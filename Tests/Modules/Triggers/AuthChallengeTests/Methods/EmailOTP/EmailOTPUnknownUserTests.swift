import AuthChallenge
import CognitoTriggers
import LambdaRuntime
import StandIns
import TestSupport
import Testing
import TriggerTestSupport

@Suite("Codes of our own for unknown users")
struct EmailOTPUnknownUserTests {
    static let nobodies: [(String, EventBuilder)] = [
        ("unknown", .create.unknownUser()), ("unknown, by a name", .create.unknownUser("ghost")),
        ("no address", .create.attribute("email", nil)), ("no sub", .create.attribute("sub", nil)),
        ("no address one could send to", .create.attribute("email", "a@example.test,b@example.test")),
        ("no address that is ASCII", .create.attribute("email", "\u{E9}@example.test")),
    ]

    @Test("the parameters have the same names and lengths, and no mail is sent", arguments: nobodies)
    func parametersHaveTheSameShape(name: String, event: EventBuilder) throws {
        let deployment = try CodeDeployment()
        let known = try deployment.create()
        let other = try deployment.create(event)
        #expect(deployment.aws.mails.count == 1)
        #expect(Set(known.publicParameters.keys) == Set(other.publicParameters.keys))
        #expect(Set(known.privateParameters.keys) == Set(other.privateParameters.keys))
        for (name, value) in known.privateParameters {
            #expect(other.privateParameters[name]?.utf8.count == value.utf8.count, "\(name)")
        }
        #expect(other.publicParameters["CODE_DELIVERY_DESTINATION"]?.wholeMatch(of: /[a-z]\*\*\*@[a-z]\*\*\*/) != nil)
        #expect(other.metadata.utf8.count == known.metadata.utf8.count)
    }

    @Test("the same calls of the table are made, in the same order")
    func sameTableCallsAreMade() throws {
        let deployment = try CodeDeployment()
        _ = try deployment.create()
        let known = deployment.transport.names.filter { $0 != AWSServices.mail }
        #expect(known.count == 3)
        deployment.transport.forgetCalls()
        let challenge = try deployment.create(.create.unknownUser())
        #expect(deployment.transport.names == known)
        deployment.transport.forgetCalls()
        try expect(deployment.verify(EventBuilder.verify(challenge, "123456").unknownUser()), equals: "unknown_user")
        #expect(deployment.transport.names == [AWSServices.update, AWSServices.update])
    }

    @Test(
        "the mask is that of a typed address, or else one that stays the same",
        arguments: [
            ("Ghost@Example.TEST", "g***@e***"), ("ghost@example.test", "g***@e***"), ("1@2", "1***@2***"),
            ("ghost", nil), ("@example.test", nil), ("ghost@", nil), ("a@b@c", nil), ("a@@b", nil),
            ("é@example.test", nil), ("a@é.test", nil), (" a@example.test", nil),
        ] as [(String, String?)])
    func maskFollowsTheTypedName(typed: String, mask: String?) throws {
        func destination() throws -> String? {
            try CodeDeployment().create(.create.unknownUser(typed)).publicParameters["CODE_DELIVERY_DESTINATION"]
        }
        let shown = try #require(try destination())
        #expect(shown == mask ?? shown)
        if mask == nil { #expect(shown != "a***@b***") }
        #expect(shown.wholeMatch(of: /[a-z0-9]\*\*\*@[a-z0-9]\*\*\*/) != nil)
        try expect(destination(), equals: shown)
    }

    @Test("without MASKED_ADDRESS, a mask shows nobody's letters: a user's address has nothing to do with a typed name")
    func maskOfEverybodyIsTheSame() throws {
        let people = Self.nobodies + [("known", .create), ("another", .create.attribute("email", "bo@other.test"))]
        let masks = try people.map { _, event in
            try CodeDeployment(["MASKED_ADDRESS": ""]).create(event).publicParameters["CODE_DELIVERY_DESTINATION"]
        }
        #expect(Set(masks) == ["***@***"])
    }

    @Test("guesses are counted and judged the same way")
    func guessesAreCounted() throws {
        let deployment = try CodeDeployment()
        let challenge = try deployment.create(.create.unknownUser())
        for number in 0..<6 {
            let event = EventBuilder.verify(challenge, "12345\(number)").unknownUser()
            try expect(deployment.verify(event), equals: "unknown_user")
        }
        #expect(deployment.lines.last == "INFO answer refused: unknown_user")
        let account = try #require(deployment.aws.table.items.first { $0.key.hasPrefix("account#") }).value
        #expect(account["wrong"] == .number(5))
        #expect(account.keys.count { $0.hasPrefix("answers.") } == 1)
        // Strangers make names up, so nothing about them is kept for long.
        #expect(account["expiresAt"] == .number(TestClock.second + 86_401))
    }

    @Test("codes are counted, under the typed name whatever its case")
    func codesAreCountedByTypedName() throws {
        let deployment = try CodeDeployment()
        for _ in 0..<5 { _ = try deployment.create(.create.unknownUser("Ghost")) }
        for (name, line) in [("ghost", 1), ("GHOST", 2), ("other", 2)] {
            _ = try deployment.create(.create.unknownUser(name))
            #expect(deployment.lines.count == line)
        }
    }

    @Test("the typed address of a name that no user has does not touch that address's mails")
    func typedAddressIsNotCharged() throws {
        let deployment = try CodeDeployment()
        for _ in 0..<5 { _ = try deployment.create(.create.unknownUser(SampleUser.email)) }
        _ = try deployment.create(.create.attribute("email_verified", "false"))
        #expect(deployment.aws.mails.count == 1)
    }
}
