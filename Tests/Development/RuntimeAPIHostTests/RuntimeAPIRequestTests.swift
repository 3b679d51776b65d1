import RuntimeAPIHost
import Testing

@Suite("Requests to the Runtime API")
struct RuntimeAPIRequestTests {
    private func request(_ lines: String...) -> RuntimeAPIRequest? {
        let head = ["POST /2018-06-01/runtime/init/error HTTP/1.1"] + lines
        return RuntimeAPIRequest(head: head.joined(separator: "\r\n").utf8)
    }

    @Test("a request has a call and headers, whose names have no case")
    func headIsRead() {
        let request = request("content-length: 12", "X-Other: a: b")
        #expect(request?.call == .initError)
        #expect(request?.header("Content-Length") == "12")
        #expect(request?.header("x-other") == "a: b")
    }

    @Test(
        "a request with a body of unknown or impossible length is malformed",
        arguments: [
            "Content-Length: -1", "Content-Length: many", "Content-Length:", "Content-Length: 99999999999999999999",
            "Content-Length: 67108865", "Transfer-Encoding: chunked", "no header",
        ])
    func impossibleLengthIsRefused(line: String) {
        #expect(request(line) == nil)
    }
}
