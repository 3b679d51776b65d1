import Foundation
import JOSE
import Replay
import RuntimeAPIHost
import TestKeys
import TestSupport
import Testing

@Suite("What is expected of a reply")
struct ExpectationTests {
    private static let event = #"{"id": 1.0, "response": {"old": "x", "kept": [1, 2]}, "request": {}}"#
    private static let key = "expectation-key-0123456789-abcdefg"

    /// The places that differ when the response should be `expected` and is `found`.
    private func differences(_ expected: String, _ found: String) throws -> [String] {
        let text = #"{"description": "", "environment": "plain", "response": \#(expected)}"#
        let reply = #"{"id": 1.0, "response": \#(found), "request": {}}"#
        return try Expectation(parsing: Array(text.utf8)).differences(
            of: .reply(Array(reply.utf8)), to: Array(Self.event.utf8), environment: ["KEY": Self.key]
        ).map(\.place)
    }

    private static var now: Int { Int(Date().timeIntervalSince1970) }

    @Test(
        "a value or rule allows what it says",
        arguments: [
            (#"{"a": "b"}"#, #"{"a":"b"}"#), (#"{"a": 1, "b": null}"#, #"{"b":null,"a":1}"#),
            (#"{"a": "b"}"#, #"{"a":"\u0062"}"#), (#"[true, false, []]"#, "[true,false,[]]"),
            (#"{"a": "$any"}"#, #"{"a":null}"#), (#"{"a": "$text"}"#, #"{"a":"x"}"#),
            (#"{"a": "$uuid"}"#, #"{"a":"7d1f4c0e-51b2-4c6c-9a53-0b6a7d0e9f11"}"#),
            (#"{"a": {"$matches": "x+"}}"#, #"{"a":"xxx"}"#),
            (#"{"kept": "$unchanged"}"#, #"{"kept":[1, 2]}"#), (#"{"absent": "$unchanged"}"#, "{}"),
            (#""$unchanged""#, #"{"old": "x", "kept": [1, 2]}"#),
            (#"{"a": {"$same": "n", "as": "$text"}, "b": {"$same": "n", "as": "$text"}}"#, #"{"a":"x","b":"x"}"#),
        ])
    func allowed(expected: String, found: String) throws {
        try expect(differences(expected, found), equals: [])
    }

    @Test("a time may be a few seconds off")
    func time() throws {
        try expect(differences(#"{"a": {"$fromNow": 600}}"#, #"{"a":\#(Self.now + 602)}"#), equals: [])
    }

    @Test(
        "and refuses everything else, naming the place",
        arguments: [
            (#"{"a": "b"}"#, #"{"a":"c"}"#, ["response.a"]), (#"{"a": "1"}"#, #"{"a":1}"#, ["response.a"]),
            (#"{"a": 1}"#, #"{"a":1.0}"#, ["response.a"]), (#"{"a": true}"#, #"{"a":false}"#, ["response.a"]),
            (#"{"a": null}"#, "{}", ["response.a"]), ("{}", #"{"a":null}"#, ["response.a"]),
            ("{}", "[]", ["response"]), ("{}", "null", ["response"]), ("[1]", "[1,1]", ["response"]),
            ("[1, 2]", "[1,3]", ["response[1]"]), (#"{"a": "$any"}"#, "{}", ["response.a"]),
            (#"{"a": "$text"}"#, #"{"a":""}"#, ["response.a"]), (#"{"a": "$text"}"#, #"{"a":1}"#, ["response.a"]),
            (#"{"a": "$uuid"}"#, #"{"a":"7D1F4C0E-51b2-4c6c-9a53-0b6a7d0e9f11"}"#, ["response.a"]),
            (#"{"a": "$uuid"}"#, #"{"a":"7d1f4c0e-51b2-4c6c-9a53-0b6a7d0e9f11x"}"#, ["response.a"]),
            (#"{"a": {"$matches": "x+"}}"#, #"{"a":"xxy"}"#, ["response.a"]),
            (#"{"kept": "$unchanged"}"#, #"{"kept":[1,2]}"#, ["response.kept"]),
            (#"{"kept": "$unchanged"}"#, "{}", ["response.kept"]),
            (#"{"absent": "$unchanged"}"#, #"{"absent":1}"#, ["response.absent"]),
            (#"{"a": {"$fromNow": 600}}"#, #"{"a":\#(now + 7_000)}"#, ["response.a"]),
            (#"{"a": {"$fromNow": 600}}"#, #"{"a":"\#(now + 600)"}"#, ["response.a"]),
            (
                #"{"a": {"$same": "n", "as": "$text"}, "b": {"$same": "n", "as": "$text"}}"#, #"{"a":"x","b":"y"}"#,
                ["response.b"]
            ),
            (#"{"a": {"$same": "n", "as": "$uuid"}}"#, #"{"a":"x"}"#, ["response.a"]),
            (#"{"a": {"b": {"c": 1}}}"#, #"{"a":{"b":{"c":2,"d":3}}}"#, ["response.a.b.c", "response.a.b.d"]),
        ])
    func refused(expected: String, found: String, places: [String]) throws {
        try expect(differences(expected, found), equals: places)
    }

    private static let expectedToken =
        #"{"t": {"$token": {"typ": "JWT", "signedBy": "KEY", "claims": {"sub": "ana"}}}}"#

    private func token(_ claims: String, type: String = "JWT", key: String = key) throws -> String {
        let key = try SigningKey(hs256Secret: Array(key.utf8))
        return try #"{"t":"\#(CompactJWS.sign(Array(claims.utf8), type: type, key: key))"}"#
    }

    @Test("a token is compared by signature, type and claims")
    func token() throws {
        let foreign = "another-key-0123456789-abcdefghijk"
        let claims = #"{"sub":"ana"}"#
        try expect(differences(Self.expectedToken, token(claims)), equals: [])
        try expect(differences(Self.expectedToken, token(claims, key: foreign)), equals: ["response.t"])
        try expect(differences(Self.expectedToken, token(claims, type: "at")), equals: ["response.t.header.typ"])
        try expect(differences(Self.expectedToken, token(#"{"sub":"eve"}"#)), equals: ["response.t.claims.sub"])
        try expect(differences(Self.expectedToken, token(#"{"sub":"ana","x":1}"#)), equals: ["response.t.claims.x"])
        try expect(differences(Self.expectedToken, #"{"t":"a.b"}"#), equals: ["response.t"])
        let unsigned = Self.expectedToken.replacingOccurrences(of: #""signedBy": "KEY", "#, with: "")
        try expect(differences(unsigned, token(claims, key: foreign)), equals: [])
    }

    @Test("a sealed token is compared by seal, type and claims")
    func sealedToken() throws {
        func sealed(_ claims: String, type: String = "t", key: String = Self.key) throws -> String {
            let token = try CompactJWE.seal(
                Array(claims.utf8), type: type, key: DocumentedKeys(Array(key.utf8)).challengeKey)
            return #"{"t":"\#(token)"}"#
        }
        let expected = #"{"t": {"$token": {"typ": "t", "sealedWith": "KEY", "claims": {"sub": "ana"}}}}"#
        try expect(differences(expected, sealed(#"{"sub":"ana"}  "#)), equals: [])
        try expect(differences(expected, sealed(#"{"sub":"ana"}"#, key: Self.key + "x")), equals: ["response.t"])
        try expect(differences(expected, sealed(#"{"sub":"ana"}"#, type: "u")), equals: ["response.t"])
        try expect(differences(expected, sealed(#"{"sub":"eve"}"#)), equals: ["response.t.claims.sub"])
        try expect(differences(expected, token(#"{"sub":"ana"}"#, type: "t")), equals: ["response.t"])
    }

    @Test(
        "outside response a reply differs when it is not the event byte for byte",
        arguments: [
            (#"{"id": 1.0, "response": 1, "request": {}}"#, []),
            (#"{"id":1.0,"response":1,"request":{}}"#, []),
            (#"{"id": 1, "response": 1, "request": {}}"#, ["id"]),
            (#"{"id": 1.0, "response": 1, "request": { }}"#, ["request"]),
            (#"{"id": 1.0, "response": 1}"#, ["members of the reply"]),
            (#"{"request": {}, "response": 1, "id": 1.0}"#, ["members of the reply"]),
            (#"{"id": 1.0, "response": 1, "request": {}, "more": 1}"#, ["members of the reply"]),
            (#"{"id": 1.0, "request": {}}"#, ["response"]), ("", ["reply"]), ("1,", ["reply"]),
        ])
    func envelope(reply: String, places: [String]) throws {
        let text = #"{"description": "", "environment": "plain", "response": 1}"#
        let differences = try Expectation(parsing: Array(text.utf8)).differences(
            of: .reply(Array(reply.utf8)), to: Array(Self.event.utf8))
        #expect(differences.map(\.place) == places)
    }

    private static let failure = FunctionFailure(type: "Function.Broken", message: "no")

    @Test(
        "an invocation that ends in another way than expected differs",
        arguments: [
            (#""error": {"type": "Function.Broken", "message": "no"}"#, InvocationResult.functionError(failure), []),
            (#""error": {"type": "Function.Broken", "message": "yes"}"#, .functionError(failure), ["error.message"]),
            (#""error": {"type": "Function.Other", "message": "no"}"#, .functionError(failure), ["error.type"]),
            (#""error": {"type": "Function.Broken", "message": "no"}"#, .initError(failure), ["outcome"]),
            (#""startError": {"type": "Function.Broken", "message": "no"}"#, .initError(failure), []),
            (#""startError": "$any""#, .functionError(failure), ["outcome"]),
            (#""error": "$any""#, .reply([]), ["outcome"]), (#""response": "$any""#, .timeout, ["outcome"]),
            (#""response": "$any""#, .exit(.status(0)), ["outcome"]),
            (#""response": "$any""#, .functionError(failure), ["outcome"]),
        ] as [(String, InvocationResult, [String])])
    func outcome(expected: String, result: InvocationResult, places: [String]) throws {
        let text = #"{"description": "", "environment": "plain", \#(expected)}"#
        let differences = try Expectation(parsing: Array(text.utf8)).differences(of: result, to: [])
        #expect(differences.map(\.place) == places)
    }

    @Test("calls are compared one by one, unless the case does not care")
    func calls() throws {
        let reply = InvocationResult.reply(Array(#"{"response":1}"#.utf8))
        func places(_ expected: String, _ calls: [String]) throws -> [String] {
            let text = #"{"description": "", "environment": "plain", "response": 1\#(expected)}"#
            return try Expectation(parsing: Array(text.utf8))
                .differences(of: reply, to: Array("{}".utf8), calls: calls).map(\.place)
        }
        try expect(places("", ["GET /"]), equals: [])
        try expect(places(#", "calls": ["GET /"]"#, ["GET /"]), equals: [])
        try expect(places(#", "calls": []"#, ["GET /"]), equals: ["calls"])
        try expect(places(#", "calls": ["GET /"]"#, []), equals: ["calls"])
        try expect(places(#", "calls": ["GET /"]"#, ["GET /", "GET /"]), equals: ["calls"])
    }

    @Test(
        "a file that would be misread is refused",
        arguments: [
            (#"{"description": "", "environment": "e", "respnse": 1}"#, "unknown member respnse"),
            (
                #"{"description": "", "environment": "e"}"#,
                "exactly one of response, httpResponse, error and startError is expected"
            ),
            (
                #"{"description": "", "environment": "e", "response": 1, "error": 1}"#,
                "exactly one of response, httpResponse, error and startError is expected"
            ),
            (#"{"description": "", "response": 1}"#, "description and environment are required"),
            (#"{"description": "", "environment": "e", "response": "$uid"}"#, "unknown matcher $uid"),
            (
                #"{"description": "", "environment": "e", "response": {"$matchs": "x"}}"#,
                #"unknown matcher {"$matchs": "x"}"#
            ),
            (
                #"{"description": "", "environment": "e", "response": {"$matches": "("}}"#,
                "( is not a regular expression"
            ),
            (
                #"{"description": "", "environment": "e", "response": 1, "variables": {"A": 1}}"#,
                "variable A is a string or null"
            ),
            (
                #"{"description": "", "environment": "e", "response": 1, "authsignal": {"user": {}}}"#,
                "unknown member user"
            ),
            (
                #"{"description": "", "environment": "e", "response": 1, "authsignal": {"userMismatch": "x"}}"#,
                "unknown userMismatch x"
            ),
            (
                #"{"description": "", "environment": "e", "response": 1, "aws": {"users": [{"pk": {"S": "u"}}]}}"#,
                "an item of a user is written as DynamoDB writes it, with its pk and sk"
            ),
        ])
    func misread(text: String, fault: String) {
        #expect(throws: Fault(fault)) { try Expectation(parsing: Array(text.utf8)) }
    }
}
