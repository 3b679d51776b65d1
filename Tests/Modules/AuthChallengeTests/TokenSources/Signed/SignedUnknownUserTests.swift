import AuthChallenge
import JSON
import Primitives
import SignInTokens
import Testing
import TriggerTestSupport

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
            #expect(shape(try #require(unknown.privateParameters[name])) == shape(value), "\(name)")
        }
        #expect(shape(unknown.token) == shape(known.token))
        #expect(try unknown.header() == known.header())
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
        #expect(try challenge.claims(sealedWith: SampleKeys.foreignKey)["sub"]?.string != subjects[0])
    }

    @Test("a user without a sub is an unknown one")
    func userWithoutSubIsUnknown() throws {
        let deployment = try TestDeployment.signed()
        let challenge = try deployment.create(.create.attribute("sub", nil))
        #expect(challenge.outcome == "issued_closed")
        let answer = try ProofAnswer(challenge, .passkey).text()
        #expect(try deployment.verify(.verify(challenge, answer).attribute("sub", nil)) == "unknown_user")
    }

    @Test("a user whom Cognito calls unknown is one, even with a sub")
    func unknownUserWithSubIsUnknown() throws {
        let deployment = try TestDeployment.signed()
        let challenge = try deployment.create(.create.unknownUser().attribute("sub", SampleUser.sub))
        #expect(challenge.outcome == "issued_closed")
        let known = try deployment.create()
        let answer = try ProofAnswer(known, .passkey).text()
        let event = EventBuilder.verify(known, answer).unknownUser().attribute("sub", SampleUser.sub)
        #expect(try deployment.verify(event) == "unknown_user")
    }

    @Test("every answer is wrong, a perfect one included", arguments: 1...3)
    func everyAnswerIsWrong(_ round: Int) throws {
        let deployment = try TestDeployment.signed()
        let rows = String(repeating: "x", count: round - 1)
        let challenge = try deployment.create(.create.unknownUser().session(Rows.parse(rows)))
        for method in [VerificationMethod.passkey, .emailOTP] {
            let answer = try ProofAnswer(challenge, method).text()
            #expect(try deployment.verify(.verify(challenge, answer).unknownUser()) == "unknown_user")
            // If the user is created between the two calls, the round still cannot be won.
            #expect(try deployment.verify(.verify(challenge, answer)) == "closed_round")
        }
        #expect(try deployment.verify(.verify(challenge, "junk").unknownUser()) == "unknown_user")
    }
}
