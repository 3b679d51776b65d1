import FunctionURL
import JSON
import TestSupport
import Testing

@Suite("The event of a function URL")
struct FunctionURLRequestTests {
    /// An event with those members besides the method's.
    static func event(_ members: String, version: String = #""2.0""#, method: String = #""POST""#) -> [UInt8] {
        let context = #"{"accountId":"anonymous","http":{"method":\#(method),"path":"/"},"stage":"$default"}"#
        return Array(#"{"version":\#(version),"rawPath":"/","requestContext":\#(context)\#(members)}"#.utf8)
    }

    static func read(_ members: String, limit: Int = 16) throws -> FunctionURLRequest {
        try FunctionURLRequest(parsing: event(members), maximumBodyBytes: limit)
    }

    @Test("is read as Lambda documents it")
    func documentedEventIsRead() throws {
        let request = try Self.read(
            #","headers":{"Content-Type":"application/json","host":"a"},"body":"{}","isBase64Encoded":false"#)
        #expect(request.method == "POST")
        #expect(request.headers["content-type"] == "application/json")
        #expect(request.headers["host"] == "a")
        #expect(request.headers["authorization"] == nil)
        #expect(request.body == Array("{}".utf8))
    }

    @Test("says where the request goes and comes from, in the front door's words alone")
    func originAndTargetAreRead() throws {
        let context = #"""
            {"requestId":"id-1","http":{"method":"GET","path":"/v1/x","sourceIp":"2001:db8::1"}}
            """#
        let event =
            #"{"version":"2.0","rawPath":"/v1/a%20b","rawQueryString":"x=1&y","requestContext":\#(context),"#
            + #""headers":{"x-forwarded-for":"192.0.2.1"}}"#
        let request = try FunctionURLRequest(parsing: Array(event.utf8), maximumBodyBytes: 16)
        #expect(request.target == "/v1/a%20b?x=1&y" && request.requestID == "id-1")
        #expect(request.sourceIP == "2001:db8::1" && request.headers == ["x-forwarded-for": "192.0.2.1"])
        let plain = try Self.read("")
        #expect(plain.target == "/" && plain.requestID == nil && plain.sourceIP == nil)
    }

    @Test(
        "has no content if the body is absent or null",
        arguments: ["", #","body":null"#, #","body":"""#, #","headers":null,"isBase64Encoded":true"#])
    func absentBodyIsEmpty(members: String) throws {
        try expect(Self.read(members).body, equals: [])
    }

    @Test(
        "is decoded from canonical base64",
        arguments: [("", ""), ("AA==", "\0"), ("+/8=", nil), ("e30=", "{}"), ("YWJj", "abc")] as [(String, String?)])
    func canonicalBase64IsDecoded(text: String, bytes: String?) throws {
        let body = try Self.read(#","body":"\#(text)","isBase64Encoded":true"#).body
        #expect(body == bytes.map { Array($0.utf8) } ?? [0xFB, 0xFF])
    }

    @Test(
        "is refused with a body that is not base64, or not canonical",
        arguments: [
            "A", "AA", "AA=", "AA===", "AB==", "e30", "e3 0", "-_8=", "=AAA", "A=A=", "====", "e30=\\n", "e30=e30=",
        ])
    func badBase64IsRefused(text: String) {
        #expect(throws: FunctionURLError.invalidMember("body")) {
            try Self.read(#","body":"\#(text)","isBase64Encoded":true"#)
        }
    }

    @Test("is refused with content that is too long, as text and in base64")
    func longContentIsRefused() throws {
        let text = String(repeating: "a", count: 16)
        try expect(Self.read(#","body":"\#(text)""#).body.count, equals: 16)
        #expect(throws: FunctionURLError.tooLarge) { try Self.read(#","body":"\#(text)a""#) }
        let encoded = String(repeating: "YWFh", count: 5)
        try expect(Self.read(#","body":"\#(encoded)YWFh","isBase64Encoded":true"#, limit: 18).body.count, equals: 18)
        #expect(throws: FunctionURLError.tooLarge) {
            try Self.read(#","body":"\#(encoded)YWFh","isBase64Encoded":true"#)
        }
        #expect(throws: FunctionURLError.tooLarge) {
            try Self.read(#","body":"\#(encoded)YWE=","isBase64Encoded":true"#)
        }
        // Measured before it is decoded, so what it holds does not matter.
        let long = String(repeating: "=", count: 28)
        #expect(throws: FunctionURLError.tooLarge) { try Self.read(#","body":"\#(long)","isBase64Encoded":true"#) }
        let event = Self.event("")
        let longest = event + [UInt8](repeating: 0x20, count: 65_536 - event.count)
        try expect(FunctionURLRequest(parsing: longest, maximumBodyBytes: 16).method, equals: "POST")
        #expect(throws: FunctionURLError.tooLarge) {
            try FunctionURLRequest(parsing: longest + [0x20], maximumBodyBytes: 16)
        }
    }

    @Test(
        "is refused if a member has a wrong type",
        arguments: [
            (#","headers":[]"#, "headers"), (#","headers":{"a":1}"#, "headers"), (#","headers":"a""#, "headers"),
            (#","body":{}"#, "body"), (#","body":"a","isBase64Encoded":"yes""#, "isBase64Encoded"),
        ])
    func memberOfAWrongTypeIsRefused(members: String, name: String) {
        #expect(throws: FunctionURLError.invalidMember(name)) { try Self.read(members) }
    }

    @Test("is refused in another version, and without a method")
    func otherVersionIsRefused() {
        for version in [#""1.0""#, "2.0", "null", #""""#] {
            #expect(throws: FunctionURLError.invalidMember("version")) {
                try FunctionURLRequest(parsing: Self.event("", version: version), maximumBodyBytes: 0)
            }
        }
        for method in ["null", #""""#, "1"] {
            #expect(throws: FunctionURLError.invalidMember("requestContext.http.method")) {
                try FunctionURLRequest(parsing: Self.event("", method: method), maximumBodyBytes: 0)
            }
        }
        #expect(throws: FunctionURLError.invalidMember("version")) {
            try FunctionURLRequest(parsing: Array("[]".utf8), maximumBodyBytes: 0)
        }
    }

    @Test("is refused with two headers whose names differ only in case, and with repeated members")
    func repeatedHeaderIsRefused() throws {
        #expect(throws: FunctionURLError.repeatedHeader) {
            try Self.read(#","headers":{"Authorization":"Bearer a","authorization":"Bearer b"}"#)
        }
        let event = Self.event(#","headers":{"authorization":"Bearer a","authorization":"Bearer b"}"#)
        let error = #expect(throws: FunctionURLError.self) {
            try FunctionURLRequest(parsing: event, maximumBodyBytes: 0)
        }
        guard case .invalidJSON = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }

    @Test("gives the one bearer token", arguments: ["Bearer a.b-c_d", "bearer a.b-c_d", "BEARER a.b-c_d"])
    func bearerTokenIsFound(value: String) throws {
        try expect(Self.read(#","headers":{"authorization":"\#(value)"}"#).bearerToken, equals: "a.b-c_d")
    }

    @Test(
        "gives no token for anything else",
        arguments: [
            "", "Bearer", "Bearer ", "Bearer  a", "Bearer a b", "Bearer a,Bearer b", "Bearer a, Bearer b", "Basic a",
            "a", "Bearer a\\n", "Bearer \u{E9}", "Bearer:a", " Bearer a",
        ])
    func anythingElseIsNoToken(value: String) throws {
        try expect(Self.read(#","headers":{"authorization":"\#(value)"}"#).bearerToken, equals: nil)
        try expect(Self.read("").bearerToken, equals: nil)
    }

    @Test("is answered in the form that Lambda takes")
    func answerHasLambdasForm() throws {
        let response = FunctionURLResponse(401, headers: [("allow", "POST")]) { $0.member("error", "a \"b\"") }
        #expect(
            String(decoding: response.bytes, as: UTF8.self)
                == #"{"statusCode":401,"headers":{"content-type":"application/json","cache-control":"no-store","#
                + #""allow":"POST"},"body":"{\"error\":\"a \\\"b\\\"\"}"}"#)
    }
}
