import Authenticator
import Testing

/// Placeholder until the routes are there: a path that none has.
@Suite("Routing")
struct RoutingTests {
    @Test("An answer is JSON under its bare media type")
    func contentType() {
        #expect(APIResponse(json: []).contentType == "application/json")
    }
}
