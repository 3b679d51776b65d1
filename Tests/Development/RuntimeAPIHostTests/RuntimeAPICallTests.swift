import RuntimeAPIHost
import Testing

@Suite("A call of the Runtime API")
struct RuntimeAPICallTests {
    @Test(
        "is known by its method and its path, of which the request id stays as it was sent",
        arguments: [
            ("GET", "invocation/next", .next), ("POST", "init/error", .initError),
            ("POST", "invocation/a%2Fb/response", .response("a%2Fb")), ("POST", "invocation/a/error", .error("a")),
            ("POST", "invocation//response", .response("")),
        ] as [(String, String, RuntimeAPICall)])
    func known(method: String, path: String, call: RuntimeAPICall) {
        #expect(RuntimeAPICall(method: method, target: "/2018-06-01/runtime/" + path) == call)
    }

    @Test(
        "is none with another method, path or version",
        arguments: [
            ("POST", "/2018-06-01/runtime/invocation/next"), ("GET", "/2018-06-01/runtime/invocation/a/response"),
            ("GET", "/2018-06-01/runtime/init/error"), ("POST", "/2018-06-01/runtime/invocation/a/b/response"),
            ("GET", "/2018-06-01/runtime/invocation/next/"), ("GET", "/2020-01-01/runtime/invocation/next"),
            ("GET", "/2018-06-01/runtime"), ("GET", "invocation/next"),
        ])
    func unknown(method: String, target: String) {
        #expect(RuntimeAPICall(method: method, target: target) == nil)
    }
}
