import HTTP
import Testing

@Suite("HTTP answers")
struct HTTPResponseTests {
    static let lines = """
        HTTP/1.1 200 OK\r
        Content-Type: application/json\r
        x-a:first\r
        X-A: second\r
        Empty:\r
        Spaces: \t a  b \t \r
        Long-Name: long\r
        Long: short\r
        Colon: a:b\r
        \r

        """

    @Test(
        "a header is found whatever its case, whole names only, and the first of two counts",
        arguments: [
            ("Content-Type", "application/json"), ("CONTENT-TYPE", "application/json"), ("X-A", "first"), ("Empty", ""),
            ("Spaces", "a  b"), ("Long", "short"), ("long-name", "long"), ("Colon", "a:b"), ("Content", nil),
            ("Type", nil), ("Name", nil), ("application/json", nil), ("HTTP/1.1 200 OK", nil), ("Absent", nil),
        ] as [(StaticString, String?)])
    func headerIsFoundInAnyCase(name: StaticString, value: String?) {
        let response = HTTPResponse(status: 200, headerLines: Array(Self.lines.utf8))
        #expect(response.header(name) == value)
    }
}

@Suite("HTTP errors")
struct HTTPErrorTests {
    @Test(
        "an error says its kind, then libcurl's own words",
        arguments: [
            (.cannotConnect("x"), "cannot connect: x"), (.invalidRequest("x"), "unusable request: x"),
            (.untrusted("x"), "TLS refused: x"), (.timedOut("x"), "timed out: x"),
            (.connectionLost("x"), "connection lost: x"), (.responseTooLarge, "answer too large"),
        ] as [(HTTPError, String)])
    func errorSaysItsKind(error: HTTPError, text: String) {
        #expect(error.description == text)
    }
}
