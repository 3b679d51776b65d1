import HTTP
import JSON
import TestSupport
import Testing
import Tracing

@Suite("The subsegment of a call")
struct SubsegmentTests {
    private static let start = #"""
        "id":"e8e9eaebecedee07","trace_id":"1-5759e988-bd862e3fe1be46a994272793",\#
        "parent_id":"53995c3f42cd8ad8","type":"subsegment","start_time":1763800000.000007,\#
        "end_time":1763800000.045678,
        """#
    private static let scope = AWSScope(region: "eu-west-1", service: "dynamodb")

    @Test("of a service of AWS has its name, its operation and its region")
    func ofAWS() throws {
        let calls = TracedCalls()
        let request = HTTPRequest(
            .post, "https://dynamodb.eu-west-1.amazonaws.com/", headers: [("X-Amz-Security-Token", "a-token")],
            body: Array("a-body".utf8), scope: Self.scope, operation: "GetItem")
        try expect(calls.send(request).status, equals: 200)
        #expect(
            calls.documents == [
                #"{"name":"DynamoDB",\#(Self.start)"namespace":"aws","http":{"request":{"method":"POST"},"#
                    + #""response":{"status":200}},"aws":{"operation":"GetItem","region":"eu-west-1"}}"#
            ])
    }

    @Test("of any other service has its host and what it was asked for, and nothing else of its address")
    func ofAnother() throws {
        let calls = TracedCalls()
        let request = HTTPRequest(
            .get, "https://api.authsignal.com:8443/v1/users/a-user?token=a-token#a-fragment", operation: "getAction")
        try expect(calls.send(request).status, equals: 200)
        #expect(
            calls.documents == [
                #"{"name":"api.authsignal.com",\#(Self.start)"namespace":"remote","http":{"request":{"method":"GET"},"#
                    + #""response":{"status":200}},"annotations":{"operation":"getAction"}}"#
            ])
    }

    @Test(
        "has the service's name as the X-Ray SDKs write it",
        arguments: [
            ("dynamodb", "DynamoDB"), ("ses", "SES"), ("secretsmanager", "SecretsManager"),
            ("cognito-idp", "CognitoIdentityProvider"), ("kms", "kms"),
        ])
    func serviceName(service: String, name: String) throws {
        let calls = TracedCalls()
        var scope = Self.scope
        scope.service = service
        _ = try calls.send(HTTPRequest(.post, "https://x.eu-west-1.amazonaws.com/", scope: scope))
        #expect(calls.documents.map { $0.hasPrefix(#"{"name":"\#(name)","#) } == [true])
        #expect(calls.documents.map { $0.hasSuffix(#""aws":{"region":"eu-west-1"}}"#) } == [true])
    }

    @Test(
        "has only characters of names of hosts in its name, and at most 200 of them",
        arguments: [
            ("https://issuer.example.test", "issuer.example.test"), ("http://127.0.0.1:8080/a", "127.0.0.1"),
            ("http://[::1]:8080/a", "::1"), ("https://user:a-password@host.test/", "host.test"),
            ("https://host.test?token=a", "host.test"), ("https://host.test#a", "host.test"),
            (#"https://ho"st\","a":1}.test/"#, "hosta"), ("https://ho\nst/", "host"), ("https://hö.test/", "h.test"),
            ("https:///path", "unknown"), ("ftp://host/a", "unknown"), ("", "unknown"),
            ("https://\(String(repeating: "a", count: 300))", String(repeating: "a", count: 200)),
        ])
    func hostName(url: String, name: String) throws {
        let calls = TracedCalls()
        _ = try calls.send(HTTPRequest(.get, url))
        let document = try JSONValue(parsing: Array(try #require(calls.documents.first).utf8))
        #expect(document["name"]?.string == name)
    }

    @Test(
        "says by the status whose fault it is",
        arguments: [
            (200, ""), (204, ""), (302, ""), (399, ""), (400, #","error":true"#), (404, #","error":true"#),
            (429, #","error":true,"throttle":true"#), (499, #","error":true"#), (500, #","fault":true"#),
            (503, #","fault":true"#), (599, #","fault":true"#),
        ])
    func statuses(status: Int, flags: String) throws {
        let calls = TracedCalls(status: status)
        try expect(calls.send(HTTPRequest(.get, "https://host.test/")).status, equals: status)
        #expect(
            calls.documents.map { $0.hasSuffix(#""response":{"status":\#(status)}}\#(flags)}"#) } == [true],
            "\(calls.documents)")
    }

    @Test(
        "of a call without an answer is a fault with a word for the reason, and the caller gets the error",
        arguments: [
            (HTTPError.invalidRequest("a-text"), "InvalidRequest"), (.cannotConnect("a-text"), "CannotConnect"),
            (.untrusted("a-text"), "Untrusted"), (.timedOut("a-text"), "TimedOut"),
            (.connectionLost("a-text"), "ConnectionLost"), (.responseTooLarge, "ResponseTooLarge"),
        ])
    func failures(error: HTTPError, word: String) {
        let calls = TracedCalls { _ throws(HTTPError) in throw error }
        #expect(throws: error) { try calls.send(HTTPRequest(.get, "https://host.test/")) }
        #expect(
            calls.documents == [
                #"{"name":"host.test",\#(Self.start)"namespace":"remote","http":{"request":{"method":"GET"}},"#
                    + #""fault":true,"cause":{"exceptions":[{"id":"e8e9eaebecedee07","type":"\#(word)"}]}}"#
            ])
    }

    @Test("does not end before it begins, if the clock is set back meanwhile")
    func clockGoesBack() throws {
        let calls = TracedCalls()
        calls.times = [1_763_800_000_000_007, 1_763_799_999_000_000]
        _ = try calls.send(HTTPRequest(.get, "https://host.test/"))
        #expect(
            calls.documents.map { $0.contains(#""start_time":1763800000.000007,"end_time":1763800000.000007,"#) }
                == [true])
    }

    @Test(
        "has a number of seconds for every time of the clock, none before 1970",
        arguments: [
            (0, "0.000000"), (999_999, "0.999999"), (1_000_000, "1.000000"), (-1, "0.000000"),
            (-999_999, "0.000000"), (.min, "0.000000"), (.max, "9223372036854.775807"),
        ] as [(Int64, String)])
    func everyTime(time: Int64, seconds: String) throws {
        let calls = TracedCalls()
        calls.times = [time]
        _ = try calls.send(HTTPRequest(.get, "https://host.test/"))
        #expect(
            calls.documents.map { $0.contains(#""start_time":\#(seconds),"end_time":\#(seconds),"#) } == [true],
            "\(calls.documents)")
    }

    @Test(
        "is not recorded if the event has no header, is not sampled, or has an unusable header",
        arguments: [
            nil, "Root=1-5759e988-bd862e3fe1be46a994272793;Parent=53995c3f42cd8ad8;Sampled=0",
            "Root=1-5759e988-bd862e3fe1be46a994272793", #"Root=","a":";Parent=53995c3f42cd8ad8;Sampled=1"#,
        ])
    func notRecorded(header: String?) throws {
        let calls = TracedCalls()
        calls.header = header
        try expect(calls.send(HTTPRequest(.get, "https://host.test/")).status, equals: 200)
        #expect(calls.requests.count == 1)
        #expect(calls.documents == [])
    }

    @Test("is not recorded without random bytes, and the call is made all the same")
    func withoutRandomBytes() throws {
        let calls = TracedCalls()
        calls.random = { _ in nil }
        try expect(calls.send(HTTPRequest(.get, "https://host.test/")).status, equals: 200)
        #expect(calls.documents == [])
    }
}
