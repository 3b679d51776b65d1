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

    @Test("an unknown user's parameters have the same names, shapes and lengths")
    func parametersHaveTheSameShape() throws {
        let deployment = try TestDeployment.signed()
        let known = try deployment.create()
        let unknown = try deployment.create(.create.unknownUser())
        #expect(Set(known.publicParameters.keys) == Set(unknown.publicParameters.keys))
        #expect(Set(known.privateParameters.keys) == Set(unknown.privateParameters.keys))
        for (name, value) in known.privateParameters {
            #expect(shape(try #require(unknown.privateParameters[name])) == shape(value), "\(name)")
        }
        #expect(shape(unknown.token) == shape(known.token))
        #expect(unknown.metadata == known.metadata)
        #expect(unknown.publicParameters["isEnrolled"] == known.publicParameters["isEnrolled"])
    }

    @Test("the claims have the same names, order, shapes and lengths")
    func claimsHaveTheSameShape() throws {
        let deployment = try TestDeployment.signed()
        let known = try deployment.create()
        let unknown = try deployment.create(.create.unknownUser())
        #expect(try known.header() == unknown.header())
        let (one, other) = (try known.claims(), try unknown.claims())
        #expect(one.members.map(\.name) == other.members.map(\.name))
        let (others, phantoms) = (try #require(one["other"]), try #require(other["other"]))
        #expect(others.members.map(\.name) == phantoms.members.map(\.name))
        for (member, phantom) in zip(others.members, phantoms.members) {
            #expect(shape(member.value.string ?? "") == shape(phantom.value.string ?? ""), "\(member.name)")
        }
        #expect(other["exp"]?.integer == one["exp"]?.integer)
        #expect(other["iat"]?.integer == one["iat"]?.integer)
    }

    @Test("the phantom of a name is stable, whatever the name's case, and nobody else's")
    func phantomIsStable() throws {
        let subjects = try [SampleUser.unknownName, "Ghost@Example.TEST", SampleUser.unknownName].map { name in
            try TestDeployment.signed().create(.create.unknownUser(name)).claims()["sub"]?.string
        }
        #expect(Set(subjects).count == 1)
        let other = try TestDeployment.signed().create(.create.unknownUser("other@example.test")).claims()["sub"]?
            .string
        #expect(other != subjects[0])
        let otherKey = try TestDeployment.signed(["TOKEN_SIGNING_KEY": SampleKeys.foreignKey])
        #expect(try otherKey.create(.create.unknownUser()).claims()["sub"]?.string != subjects[0])
    }

    @Test("the authenticator knows a phantom by the key, and takes no real user for one")
    func authenticatorRecognizesAPhantom() throws {
        let challenge = try TestDeployment.signed().create(.create.unknownUser())
        let subject = try #require(try challenge.claims()["sub"]?.string)
        #expect(PhantomSubject.isPhantom(subject, key: Array(SampleKeys.signingKey.utf8)))
        #expect(!PhantomSubject.isPhantom(subject, key: Array(SampleKeys.foreignKey.utf8)))
        #expect(!PhantomSubject.isPhantom(SampleUser.sub, key: Array(SampleKeys.signingKey.utf8)))
    }

    @Test(
        "the token never names a typed address",
        arguments: [SampleUser.unknownName, "+49151000000"])
    func tokenNeverNamesATypedAddress(_ name: String) throws {
        let challenge = try TestDeployment.signed().create(.create.unknownUser(name))
        #expect(try !challenge.payload().contains(name))
        let claims = try challenge.claims()
        #expect(claims["other"]?["username"]?.string == claims["sub"]?.string)
    }

    @Test("a typed user name appears in the token as a known user's would")
    func typedNameAppearsInTheToken() throws {
        let deployment = try TestDeployment.signed()
        let known = try deployment.create(.create.userName("known-name"))
        let unknown = try deployment.create(.create.unknownUser("ghost-name"))
        #expect(try known.claims()["other"]?["username"]?.string == "known-name")
        #expect(try unknown.claims()["other"]?["username"]?.string == "ghost-name")
        #expect(shape(known.token) == shape(unknown.token))
    }

    @Test("a user without a sub is an unknown one")
    func userWithoutSubIsUnknown() throws {
        let deployment = try TestDeployment.signed()
        let challenge = try deployment.create(.create.attribute("sub", nil))
        #expect(challenge.outcome == "issued_closed")
        let answer = try ResultToken(challenge, .passkey).text()
        #expect(try deployment.verify(.verify(challenge, answer).attribute("sub", nil)) == "unknown_user")
    }

    @Test("every answer is wrong, a perfect one included", arguments: 1...3)
    func everyAnswerIsWrong(_ round: Int) throws {
        let deployment = try TestDeployment.signed()
        let rows = String(repeating: "x", count: round - 1)
        let challenge = try deployment.create(.create.unknownUser().session(Rows.parse(rows)))
        for method in [VerificationMethod.passkey, .emailOTP] {
            let answer = try ResultToken(challenge, method).text()
            #expect(try deployment.verify(.verify(challenge, answer).unknownUser()) == "unknown_user")
            // If the user is created between the two calls, the round still cannot be won.
            #expect(try deployment.verify(.verify(challenge, answer)) == "closed_round")
        }
        #expect(try deployment.verify(.verify(challenge, "junk").unknownUser()) == "unknown_user")
    }
}
