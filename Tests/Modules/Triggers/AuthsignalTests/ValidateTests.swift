import Authsignal
import Foundation
import HTTP
import Primitives
import TestSupport
import Testing

@Suite("Results of validating")
struct ValidateTests {
    static func validate(_ answer: ScriptedAnswer) async throws -> Result<Validation, AuthsignalError> {
        try await CallOutcome.run({ _ in answer }) { client, deadline throws(AuthsignalError) in
            try client.validate("token", userID: "user", action: "cognitoAuth", by: deadline)
        }.result
    }

    static func challenge(_ text: String) async throws -> ValidatedChallenge {
        guard case .answered(let challenge) = try await validate(AuthsignalSample.json(text)).get() else {
            throw AuthsignalError.unreadable
        }
        return challenge
    }

    /// All members that were read, in the order of the declaration, with a dash for each missing one.
    static func parts(_ challenge: ValidatedChallenge) -> [String] {
        [
            String(challenge.isValid), challenge.state?.rawValue ?? "-", challenge.userID ?? "-",
            challenge.action ?? "-", challenge.idempotencyKey ?? "-", challenge.method?.rawValue ?? "-",
            challenge.stateUpdatedAt.map { String($0) } ?? "-",
        ]
    }

    @Test("every documented member is read")
    func documentedMembers() async throws {
        let challenge = try await Self.challenge(
            """
            {"isValid":true,"state":"CHALLENGE_SUCCEEDED","stateUpdatedAt":"2026-11-20T22:51:11.042Z","userId":"user",
            "action":"cognitoAuth","actionCode":"cognitoAuth","idempotencyKey":"k","verificationMethod":"PASSKEY"}
            """)
        #expect(
            Self.parts(challenge)
                == ["true", "CHALLENGE_SUCCEEDED", "user", "cognitoAuth", "k", "PASSKEY", "1795215071"])
    }

    @Test("an unused challenge token is readable and not completed")
    func unusedChallengeToken() async throws {
        let challenge = try await Self.challenge(
            """
            {"isValid":false,"state":"CHALLENGE_REQUIRED","userId":"user","action":"cognitoAuth","idempotencyKey":"k"}
            """)
        #expect(Self.parts(challenge) == ["false", "CHALLENGE_REQUIRED", "user", "cognitoAuth", "k", "-", "-"])
    }

    @Test(
        "the answer to another user's token with status 200 is not valid",
        arguments: [#"{"isValid":false}"#, #"{"isValid":false,"error":"User is invalid."}"#])
    func otherUserWithStatus200(text: String) async throws {
        let challenge = try await Self.challenge(text)
        #expect(Self.parts(challenge) == ["false", "-", "-", "-", "-", "-", "-"])
    }

    @Test(
        "the answer to another user's token with status 400, and every other refusal of the token, is a refusal",
        arguments: [
            (400, #"{"isValid":false,"error":"User is invalid."}"#, "User is invalid."),
            (400, #"{"error":"invalid_request","errorCode":"invalid_request"}"#, "invalid_request"),
            (400, #"{"errorCode":"a","error":"b"}"#, "a"), (400, #"{"errorCode":null,"error":"b"}"#, "b"),
            (400, #"{"errorCode":"","error":"b"}"#, "b"), (400, "", "no error code"), (400, "<html>", "no error code"),
            (422, #"{"error":"invalid_request_token"}"#, "invalid_request_token"), (422, "{}", "no error code"),
            (404, #"{"error":"user_not_found"}"#, "user_not_found"),
            (401, #"{"error":"expired_token"}"#, "expired_token"),
            (401, #"{"errorCode":"invalid_token","error":"unauthorized"}"#, "invalid_token"),
        ])
    func refusedToken(status: Int, text: String, code: String) async throws {
        try await expect(Self.validate(AuthsignalSample.json(text, status: status)).get(), equals: .refused(code))
    }

    @Test(
        "a 401 without a code of its own is about the secret",
        arguments: [
            #"{"error":"unauthorized","errorCode":"unauthorized","errorDescription":"Check your API key."}"#,
            #"{"error":"unauthorized"}"#, #"{"errorCode":"unauthorized"}"#, #"{"message":"Unauthorized"}"#, "{}", "",
            "<html>", #"{"error":""}"#, #"{"error":null}"#, #"{"error":7}"#, #"{"error":"Unauthorized"}"#,
            #"{"error":"UNAUTHORIZED"}"#, #"{"errorCode":"invalid_credential"}"#, #"{"errorCode":"tokens"}"#,
        ])
    func unauthorizedSecret(text: String) async throws {
        let result = try await Self.validate(AuthsignalSample.json(text, status: 401))
        #expect(throws: AuthsignalError.unauthorized) { try result.get() }
    }

    @Test(
        "a code that could hold a secret is not shown",
        arguments: ["a-b", "sk_live_4f", "e.y/J", String(repeating: "a", count: 41)])
    func codeIsNotShown(code: String) async throws {
        let answer = AuthsignalSample.json(#"{"errorCode":"\#(code)"}"#, status: 400)
        try await expect(Self.validate(answer).get(), equals: .refused("unreadable"))
    }

    @Test("a 404 without a code of its own is about the base URL", arguments: [#"{"message":"Not Found"}"#, "", "{}"])
    func wrongBaseURL(text: String) async throws {
        let result = try await Self.validate(AuthsignalSample.json(text, status: 404))
        #expect(throws: AuthsignalError.refused(status: 404, code: "no error code")) { try result.get() }
    }

    @Test("the action is read under its name or its old name, and the name takes precedence")
    func actionNames() async throws {
        for (members, action) in [
            (#""action":"a""#, "a"), (#""actionCode":"b""#, "b"), (#""action":"a","actionCode":"b""#, "a"),
            (#""actionCode":"b","action":"a""#, "a"), (#""action":null,"actionCode":"b""#, "b"),
            (#""action":7"#, nil), (#""action":null"#, nil),
        ] as [(String, String?)] {
            try await expect(Self.challenge(#"{"isValid":true,\#(members)}"#).action, equals: action)
        }
    }

    @Test("members with an undocumented type count as missing")
    func membersOfWrongTypes() async throws {
        let challenge = try await Self.challenge(
            """
            {"isValid":true,"state":1,"userId":["user"],"action":{},"idempotencyKey":7,"verificationMethod":true,
            "stateUpdatedAt":1795215071}
            """)
        #expect(Self.parts(challenge) == ["true", "-", "-", "-", "-", "-", "-"])
    }

    @Test(
        "a success without isValid is unreadable",
        arguments: [
            "{}", "[]", "", "true", #"{"isValid":"true"}"#, #"{"isValid":1}"#, #"{"isValid":null}"#,
            #"{"state":"CHALLENGE_SUCCEEDED"}"#, #"{"isValid":false,"isValid":true}"#, #"{"isValid":true,}"#,
            #"[{"isValid":true}]"#, #"{"isValid":true} {"isValid":true}"#,
        ])
    func missingIsValid(text: String) async throws {
        let result = try await Self.validate(AuthsignalSample.json(text))
        #expect(throws: AuthsignalError.unreadable) { try result.get() }
    }
}

@Suite("Times in Authsignal's answers")
struct StateTimeTests {
    /// The seconds since 1970 that the client reads from a time; nil if it cannot read it.
    static func seconds(_ text: String) throws -> Int64? {
        guard let baseURL = BaseURL("https://api.example.test") else { throw CocoaError(.coderInvalidValue) }
        let transport = FixedTransport(#"{"stateUpdatedAt":"\#(text)"}"#)
        return try AuthsignalClient(baseURL: baseURL, secret: AuthsignalSample.rotating("s"), transport: transport)
            .stateUpdatedAt("a", userID: "u", idempotencyKey: "k", by: Deadline(10_000) { 0 })
    }

    @Test(
        "the time of a state is read in RFC 3339 form, and any other text is not a time",
        arguments: [
            ("2026-11-20T22:51:11.042Z", 1_795_215_071), ("2026-11-20T23:51:11+01:00", 1_795_215_071), ("", nil),
            ("2026-11-20", nil), ("1795215071", nil),
        ] as [(String, Int64?)])
    func timeOfState(text: String, seconds: Int64?) throws {
        try expect(Self.seconds(text), equals: seconds)
    }
}
