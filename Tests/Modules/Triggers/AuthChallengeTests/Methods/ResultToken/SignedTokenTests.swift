import AuthChallenge
import CognitoTriggers
import JOSE
import JSON
import LambdaRuntime
import Primitives
import SignInTokens
import TestSupport
import Testing
import TriggerTestSupport

@Suite("Create in signed mode")
struct SignedCreateTests {
    @Test("the challenge token has exactly the documented header and claims")
    func tokenHasTheDocumentedClaims() throws {
        let challenge = try TestDeployment.signed().create()
        // The key's identifier was computed apart from this code.
        try expect(
            challenge.header(), equals: #"{"alg":"dir","enc":"A256GCM","typ":"challenge+jwt","kid":"fLauMsFkSYo"}"#)
        try expect(
            challenge.payload(),
            equals: """
                {"iss":"urn:cognito-passkeys:eu-west-1_AbCdEf123","aud":"urn:cognito-passkeys:eu-west-1_AbCdEf123",\
                "sub":"7d1f4c0e-51b2-4c6c-9a53-0b6a7d0e9f11","iat":1800000000,"exp":1800000600,\
                "scope":"read:authenticators","other":{"tenantId":"eu-west-1_AbCdEf123",\
                "userId":"7d1f4c0e-51b2-4c6c-9a53-0b6a7d0e9f11","actionCode":"cognitoAuth",\
                "idempotencyKey":"00010203-0405-4607-8809-0a0b0c0d0e0f",\
                "username":"7d1f4c0e-51b2-4c6c-9a53-0b6a7d0e9f11",\
                "email":"ana@example.test","emailVerified":true,"userNotFound":false}}
                """)
    }

    @Test("lifetime and action code are those configured")
    func lifetimeAndActionAreConfigured() throws {
        let deployment = try TestDeployment.signed(["TOKEN_LIFETIME": "60", "AUTHSIGNAL_ACTION": "my-Action_1"])
        let claims = try deployment.create().claims()
        #expect(claims["exp"]?.integer == TestClock.second + 60)
        #expect(claims["other"]?["actionCode"]?.string == "my-Action_1")
    }

    @Test("outside the seal there is no address, and the app sees neither the key of the round nor the subject")
    func nothingAppearsOutsideTheSeal() throws {
        let challenge = try TestDeployment.signed().create()
        var texts = [try challenge.header(), challenge.metadata]
        texts += Array(challenge.publicParameters.values) + Array(challenge.privateParameters.values)
        for text in texts { #expect(!text.contains("@") && !text.contains("example.test")) }
        for text in challenge.publicParameters.values {
            #expect(![challenge.key, SampleUser.sub].contains { text.contains($0) })
        }
    }

    @Test("the token says whether Cognito counts the address as verified", arguments: ["true", "false"])
    func addressIsVerifiedOrNot(verified: String) throws {
        let challenge = try TestDeployment.signed().create(.create.attribute("email_verified", verified))
        let other = try challenge.claims()["other"]
        #expect(other?["email"]?.string == "ana@example.test")
        #expect(other?["emailVerified"]?.bool == (verified == "true"))
    }

    @Test("a user without an address gets a token of the same length that names none")
    func userWithoutAddressGetsATokenOfTheSameLength() throws {
        let deployment = try TestDeployment.signed()
        let challenge = try deployment.create(.create.attribute("email", nil))
        let other = try #require(try challenge.claims()["other"])
        #expect(other["email"] == nil && other["emailVerified"] == nil)
        #expect(other["userNotFound"]?.bool == false)
        try expect(challenge.token.utf8.count, equals: deployment.create().token.utf8.count)
    }
}

@Suite("Unknown users in signed mode")
struct SignedUnknownUserTests {
    /// What a caller can see of a string without knowing its meaning: its length, and where its dots are and, in a
    /// UUID, its hyphens. Hyphens of base64url mean nothing.
    private func shape(_ text: String) -> String {
        String(text.map { $0 == "." || $0 == "-" && text.utf8.count == 36 ? $0 : "x" })
    }

    static let names = [SampleUser.unknownName, "+49151000000", "ghost-name", "g", String(repeating: "😀", count: 128)]

    @Test("an unknown user's parameters have the same names, shapes and lengths, whatever the name", arguments: names)
    func parametersHaveTheSameShape(name: String) throws {
        let deployment = try TestDeployment.signed()
        let known = try deployment.create()
        let unknown = try deployment.create(.create.unknownUser(name))
        #expect(Set(known.publicParameters.keys) == Set(unknown.publicParameters.keys))
        #expect(Set(known.privateParameters.keys) == Set(unknown.privateParameters.keys))
        for (name, value) in known.privateParameters {
            try expect(shape(#require(unknown.privateParameters[name])), equals: shape(value), "\(name)")
        }
        #expect(shape(unknown.token) == shape(known.token))
        try expect(unknown.header(), equals: known.header())
        #expect(unknown.metadata == known.metadata)
        #expect(unknown.publicParameters["isEnrolled"] == known.publicParameters["isEnrolled"])
    }

    @Test("only inside the seal does the token say that Cognito does not know the user, and it names no address")
    func tokenSaysSoInside() throws {
        let deployment = try TestDeployment.signed()
        let (known, unknown) = (try deployment.create().claims(), try deployment.create(.create.unknownUser()).claims())
        #expect(known["other"]?["userNotFound"]?.bool == false)
        #expect(unknown["other"]?["userNotFound"]?.bool == true)
        #expect(unknown["other"]?["email"] == nil)
        #expect(unknown["other"]?["username"]?.string == SampleUser.unknownName)
        #expect(unknown["exp"]?.integer == known["exp"]?.integer)
        #expect(unknown["scope"]?.string == known["scope"]?.string)
    }

    @Test("the subject of a name is stable, whatever the name's case, and nobody else's")
    func subjectIsStable() throws {
        let subjects = try [SampleUser.unknownName, "Ghost@Example.TEST", SampleUser.unknownName].map { name in
            try TestDeployment.signed().create(.create.unknownUser(name)).claims()["sub"]?.string
        }
        #expect(Set(subjects).count == 1)
        let other = try TestDeployment.signed().create(.create.unknownUser("other@example.test")).claims()["sub"]?
            .string
        #expect(other != subjects[0])
        let otherKey = try TestDeployment.signed(["TOKEN_SIGNING_KEY": SampleKeys.foreignKey])
        let challenge = try otherKey.create(.create.unknownUser())
        try expect(challenge.claims(sealedWith: SampleKeys.foreignKey)["sub"]?.string) { $0 != subjects[0] }
    }

    @Test("a user without a sub is an unknown one, and so is one with a sub whom Cognito calls unknown")
    func userWithoutSubIsUnknown() throws {
        let deployment = try TestDeployment.signed()
        for event in [
            EventBuilder.create.attribute("sub", nil), .create.unknownUser().attribute("sub", SampleUser.sub),
        ] {
            try expect(deployment.create(event).outcome, equals: "issued_closed")
        }
    }

    @Test("every answer is wrong, a perfect one included", arguments: 1...3)
    func everyAnswerIsWrong(_ round: Int) throws {
        let deployment = try TestDeployment.signed()
        let rows = String(repeating: "x", count: round - 1)
        let challenge = try deployment.create(.create.unknownUser().session(Rows.parse(rows)))
        for method in [VerificationMethod.passkey, .emailOTP] {
            let answer = try ProofAnswer(challenge, method).text()
            try expect(deployment.verify(.verify(challenge, answer).unknownUser()), equals: "unknown_user")
            // If the user is created between the two calls, the round still cannot be won.
            try expect(deployment.verify(.verify(challenge, answer)), equals: "closed_round")
        }
        try expect(deployment.verify(.verify(challenge, "junk").unknownUser()), equals: "unknown_user")
    }
}
