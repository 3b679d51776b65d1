import HTTP
import Testing

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
