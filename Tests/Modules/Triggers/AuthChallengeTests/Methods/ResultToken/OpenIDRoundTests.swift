import AuthChallenge
import JOSE
import LambdaRuntime
import OpenSSLCrypto
import Primitives
import TestKeys
import TestSupport
import Testing
import TriggerTestSupport

@Suite("TOKEN_MODE=oidc: a round with a nonce")
struct OpenIDRoundTests {
    @Test("an ID token is right if it has the round's nonce and the subject that the user is tied to")
    func tokenWithNonceAndSubjectIsRight() throws {
        let issuer = try IDTokenIssuer()
        let deployment = try TestDeployment.oidc(issuer)
        let challenge = try deployment.create()
        #expect(deployment.transport.calls.isEmpty)
        #expect(challenge.publicParameters.keys.sorted() == ["challenge", "nonce"])
        let nonce = challenge.nonce
        try expect(#require(Base64URL.decode(nonce)).count, equals: 32)
        #expect(challenge.key == Base64URL.encode(SHA256.digest(of: Array(nonce.utf8))))
        #expect(challenge.privateParameters["subject"] == SampleUser.sub)
        #expect(!challenge.privateParameters.values.contains(nonce))
        let answer = try issuer.token(nonce: nonce)
        try expect(deployment.verify(challenge, answer, linkedTo: IDTokenIssuer.linked), equals: "right ID_TOKEN")
        // With the round's nonce, its age does not matter.
        let old = try issuer.token(nonce: nonce, age: 3_000)
        try expect(deployment.verify(challenge, old, linkedTo: IDTokenIssuer.linked), equals: "right ID_TOKEN")
        #expect(deployment.transport.names == [IDTokenIssuer.metadataCall, IDTokenIssuer.keysCall])
    }

    @Test("the log says once which of the issuer's keys are left out, also if the token is of one of them")
    func leftOutKeysAreLogged() throws {
        let issuer = try IDTokenIssuer()
        let deployment = try TestDeployment.oidc(issuer)
        let jwk = String(decoding: try #require(issuer.key.verificationKey.publicJWK), as: UTF8.self)
        deployment.transport.always(
            IDTokenIssuer.keysCall, .ok(#"{"keys":[null,\#(jwk.replacing(#""sig""#, with: #""enc""#))]}"#))
        let challenge = try deployment.create()
        let answer = try issuer.token(nonce: challenge.nonce)
        for _ in 0..<2 {
            let outcome = try deployment.verify(challenge, answer, linkedTo: IDTokenIssuer.linked)
            #expect(outcome == "invalid_token")
        }
        let remarks = deployment.recorder.lines.filter { $0.contains("left out") }
        #expect(
            remarks == [
                "WARN keys in the issuer's set are left out: 1 (not an object), "
                    + "2 (its use or key_ops is not for verifying signatures)"
            ])
    }

    @Test("every round has a nonce of its own")
    func everyRoundHasItsOwnNonce() throws {
        let issuer = try IDTokenIssuer()
        let deployment = try TestDeployment.oidc(issuer)
        let first = try deployment.create()
        let second = try deployment.create()
        let nonce = first.nonce
        #expect(second.publicParameters["nonce"] != nonce)
        let answer = try issuer.token(nonce: nonce)
        try expect(deployment.verify(second, answer, linkedTo: IDTokenIssuer.linked), equals: "other_round")
    }

    static let wrongTokens: [(changes: [String: String?], age: Int64, outcome: String)] = [
        (["nonce": nil], 0, "other_round"), (["nonce": ""], 0, "other_round"), (["nonce": "guess"], 0, "other_round"),
        ([:], 3_661, "expired"), ([:], -61, "invalid_token"), (["aud": "other"], 0, "invalid_token"),
        (["iss": "https://issuer.example"], 0, "invalid_token"), (["azp": "other"], 0, "invalid_token"),
        (["sub": ""], 0, "invalid_token"), (["sub": "auth0|other"], 0, "wrong_user"),
        (["sub": SampleUser.sub], 0, "wrong_user"), (["sub": SampleUser.email], 0, "wrong_user"),
    ]

    @Test("one wrong claim makes a token wrong", arguments: wrongTokens)
    func wrongClaimMakesATokenWrong(changes: [String: String?], age: Int64, outcome: String) throws {
        let issuer = try IDTokenIssuer()
        let deployment = try TestDeployment.oidc(issuer)
        let challenge = try deployment.create()
        let nonce = challenge.nonce
        let answer = try issuer.token(nonce: nonce, age: age, changes)
        try expect(deployment.verify(challenge, answer, linkedTo: IDTokenIssuer.linked), equals: outcome)
    }

    @Test(
        "a user who is not tied to the token's subject is the wrong user, whatever address the token has",
        arguments: [
            nil, "", IDTokenIssuer.subject, "|" + IDTokenIssuer.subject, IDTokenIssuer.name + "|",
            "https://issuer.example|" + IDTokenIssuer.subject, IDTokenIssuer.linked + " ",
            "https://ISSUER.example/|" + IDTokenIssuer.subject, "https://other.example/|" + IDTokenIssuer.subject,
            IDTokenIssuer.name + "|AUTH0|5f7c8ec7c33c6c004bbafe82", SampleUser.email,
        ])
    func userNotTiedToTheSubjectIsWrong(attribute: String?) throws {
        let issuer = try IDTokenIssuer()
        let deployment = try TestDeployment.oidc(issuer)
        let challenge = try deployment.create()
        let answer = try issuer.token(nonce: challenge.nonce)
        try expect(deployment.verify(challenge, answer, linkedTo: attribute), equals: "wrong_user")
    }

    @Test("the attribute may have another name, and then no other counts")
    func attributeMayHaveAnotherName() throws {
        let issuer = try IDTokenIssuer()
        let deployment = try TestDeployment.oidc(issuer, ["OIDC_SUBJECT_ATTRIBUTE": "custom:auth0"])
        let challenge = try deployment.create()
        let answer = try issuer.token(nonce: challenge.nonce)
        try expect(deployment.verify(challenge, answer, linkedTo: IDTokenIssuer.linked), equals: "wrong_user")
        let event = EventBuilder.verify(challenge, answer).attribute("custom:auth0", IDTokenIssuer.linked)
        try expect(deployment.verify(event), equals: "right ID_TOKEN")
    }

    @Test("an unknown user gets a challenge of the same shape, and no token wins it")
    func unknownUsersRoundCannotBeWon() throws {
        let issuer = try IDTokenIssuer()
        let deployment = try TestDeployment.oidc(issuer)
        let known = try deployment.create()
        let unknown = try deployment.create(.create.unknownUser())
        func shape(_ parameters: [String: String]) -> [String: Int] { parameters.mapValues(\.utf8.count) }
        #expect(shape(unknown.publicParameters) == shape(known.publicParameters))
        #expect(shape(unknown.privateParameters) == shape(known.privateParameters))
        #expect(unknown.metadata == known.metadata)
        let answer = try issuer.token(nonce: unknown.nonce)
        let event = EventBuilder.verify(unknown, answer).unknownUser()
        try expect(
            deployment.verify(event.attribute(IDTokenIssuer.attribute, IDTokenIssuer.linked)), equals: "unknown_user")
        // Nor does it count if the user has been created since.
        try expect(deployment.verify(unknown, answer, linkedTo: IDTokenIssuer.linked), equals: "closed_round")
    }

    @Test("text that no key could verify is refused without asking the issuer", arguments: ["junk", "a.b.c", "é"])
    func junkIsRefusedWithoutAskingTheIssuer(answer: String) throws {
        let deployment = try TestDeployment.oidc(try IDTokenIssuer())
        let outcome = try deployment.verify(try deployment.create(), answer, linkedTo: IDTokenIssuer.linked)
        #expect(outcome == (answer == "é" ? "unusable_answer" : "invalid_token"))
        #expect(deployment.transport.calls.isEmpty)
    }

    @Test("while the issuer is out the answer is not judged")
    func outageJudgesNothing() throws {
        let issuer = try IDTokenIssuer()
        let deployment = try TestDeployment.oidc(issuer)
        let challenge = try deployment.create()
        deployment.transport.always(IDTokenIssuer.keysCall, .status(503, ""))
        let answer = try issuer.token(nonce: challenge.nonce)
        let error = #expect(throws: FunctionError.self) {
            try deployment.verify(challenge, answer, linkedTo: IDTokenIssuer.linked)
        }
        #expect(error?.kind == .unavailable)
        #expect(error?.detail == "the issuer's keys: status 503")
    }

    @Test("cached keys are used while the issuer is out, and the log says so")
    func cachedKeysAreUsedDuringAnOutage() throws {
        let issuer = try IDTokenIssuer()
        let deployment = try TestDeployment.oidc(issuer)
        let challenge = try deployment.create()
        let answer = try issuer.token(nonce: challenge.nonce)
        try expect(deployment.verify(challenge, answer, linkedTo: IDTokenIssuer.linked), equals: "right ID_TOKEN")
        deployment.transport.always(IDTokenIssuer.keysCall, .status(503, ""))
        deployment.clock.advance(seconds: 601)
        try expect(deployment.verify(challenge, answer, linkedTo: IDTokenIssuer.linked), equals: "right ID_TOKEN")
        #expect(
            deployment.recorder.lines == ["WARN cached keys are used: the issuer's keys: status 503"])
    }
}
