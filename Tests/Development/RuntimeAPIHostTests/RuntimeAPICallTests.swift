import RuntimeAPIHost
import Testing

@Suite("Calls of the Runtime API")
struct RuntimeAPICallTests {
    @Test(
        "a call is recognised by method and path, and keeps the request id as it was sent",
        arguments: [
            ("GET", "invocation/next", .next), ("POST", "init/error", .initError),
            ("POST", "invocation/a%2Fb/response", .response("a%2Fb")), ("POST", "invocation/a/error", .error("a")),
            ("POST", "invocation//response", .response("")),
        ] as [(String, String, RuntimeAPICall)])
    func callsAreRecognised(method: String, path: String, call: RuntimeAPICall) {
        #expect(RuntimeAPICall(method: method, target: "/2018-06-01/runtime/" + path) == call)
    }

    @Test(
        "another method, path or version is not a call",
        arguments: [
            ("POST", "/2018-06-01/runtime/invocation/next"), ("GET", "/2018-06-01/runtime/invocation/a/response"),
            ("GET", "/2018-06-01/runtime/init/error"), ("POST", "/2018-06-01/runtime/invocation/a/b/response"),
            ("GET", "/2018-06-01/runtime/invocation/next/"), ("GET", "/2020-01-01/runtime/invocation/next"),
            ("GET", "/2018-06-01/runtime"), ("GET", "invocation/next"),
        ])
    func otherRequestsAreNotCalls(method: String, target: String) {
        #expect(RuntimeAPICall(method: method, target: target) == nil)
    }
}
