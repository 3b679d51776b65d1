import AuthenticatorService
import TestSupport
import Testing

@Suite("The parts of a request")
struct RequestPartsTests {
    @Test(
        "a target is split at its slashes, empty segments included, and then decoded",
        arguments: [
            ("/", [""]), ("/v1/client", ["v1", "client"]), ("/v1//client/", ["v1", "", "client", ""]),
            ("/a%2Fb/%C3%A9", ["a/b", "é"]), ("/a?b/c", ["a"]), ("/a?", ["a"]),
        ])
    func targetHasSegments(target: String, segments: [String]) throws {
        try expect(RequestTarget(target).segments, equals: segments)
    }

    @Test("a target that does not begin with a slash is none", arguments: ["", "a", "v1/client", "xv1/client", "?/a"])
    func targetBeginsWithASlash(target: String) {
        #expect(throws: APIError.noSuchPath) { try RequestTarget(target) }
    }

    @Test(
        "a parameter has a value if it occurs once",
        arguments: [
            ("id=a", "a"), ("x=1&id=a&y", "a"), ("id", ""), ("id=", ""), ("id=a=b", "a=b"), ("id=%41", "A"),
            ("i%64=a", "a"), ("", nil), ("=id", nil), ("ID=a", nil), ("id=a&id=a", nil), ("id&id=b", nil),
        ] as [(String, String?)])
    func parameterOccursOnce(query: String, value: String?) throws {
        try expect(RequestTarget("/a?" + query).parameter("id"), equals: value)
    }

    @Test("a body has 64 KiB at most, and is an object or empty")
    func bodyIsAnObject() throws {
        let limit = APIRequest.maximumBodyLength
        let object = Array(#"{"a":null,"b":"c"}"#.utf8)
        let longest = [UInt8](repeating: 0x20, count: limit - object.count) + object
        for bytes in [longest, object] {
            let body = try RequestBody(bytes)
            try expect(body.text("a"), equals: nil)
            try expect(body.text("b"), equals: "c")
            try expect(body.text("c"), equals: nil)
        }
        try expect(RequestBody([]).text("a"), equals: nil)
        #expect(throws: APIError.tooLarge) { try RequestBody([0x20] + longest) }
        for text in ["[]", "null", "1", "{"] {
            #expect(throws: APIError.invalidRequest("the body")) { try RequestBody(Array(text.utf8)) }
        }
    }

    @Test(
        "an address is one local part and a domain of two labels, in printable characters that no mail header splits",
        arguments: [
            ("a@b.c", true), ("é@b.c", true), ("a@b", false), ("a@b.", false), ("a@b..c", false), ("a@.c", false),
            ("@b.c", false),
            ("a@@b.c", false), ("a@b@c.d", false), ("a b@c.d", false), ("a\u{7F}@b.c", false), ("a\n@b.c", false),
            (String(repeating: "a", count: 64) + "@b.c", true), (String(repeating: "a", count: 65) + "@b.c", false),
            ("a@b." + String(repeating: "c", count: 250), true), ("a@b." + String(repeating: "c", count: 251), false),
        ])
    func addressHasAForm(text: String, isValid: Bool) throws {
        let body = try RequestBody(Array("{\"email\":\"\(text.replacing("\n", with: "\\n"))\"}".utf8))
        if isValid {
            try expect(body.email(), equals: text)
        } else {
            #expect(throws: APIError.invalidRequest("email")) { try body.email() }
        }
    }

    @Test(
        "credentials are a scheme and one word, however far apart",
        arguments: [
            ("Bearer a", Credentials.bearer("a")), ("bearer  a", .bearer("a")), ("BASIC YQ==", .basic("a")),
            ("Bearer", nil), ("Bearer a b", nil), ("Digest a", nil), ("", nil), ("Basic !", nil),
        ])
    func credentialsAreASchemeAndAWord(header: String, credentials: Credentials?) throws {
        if let credentials {
            try expect(Credentials(["authorization": header]), equals: credentials)
        } else {
            #expect(throws: APIError.unauthorized) { try Credentials(["authorization": header]) }
        }
    }
}
