import Foundation
import JSON
import Sandbox
import SandboxTestSupport
import TestSupport
import Testing

/// A running sandbox with the built functions, and clients of it.
struct StackFixture: Sendable {
    let stack: SandboxStack
    let url: String
    let http: LoopbackClient
    var cognito: PoolClient { PoolClient(http) }

    /// Runs a body with a sandbox.
    static func run(
        _ change: (inout StackSettings) -> Void = { _ in }, console: @escaping @Sendable (String) -> Void = { _ in },
        _ body: (StackFixture) async throws -> Void
    ) async throws {
        var settings = StackSettings(bootstraps: try BuiltFunctions.folder())
        // The machine may be busy, and these tests are not about time.
        settings.timeLimit = .seconds(30)
        change(&settings)
        let stack = try SandboxStack(settings, console: console)
        let url = try await stack.start()
        let http = LoopbackClient(base: url.replacing("localhost", with: "127.0.0.1"))
        do { try await body(StackFixture(stack: stack, url: url, http: http)) } catch {
            await stack.stop()
            throw error
        }
        await stack.stop()
    }

    /// The events so far.
    func events(after number: Int = 0) async throws -> [JSONValue] {
        let answer = try await http.get("/sandbox/events?after=\(number)")
        return try #require(answer.json?["events"]).elements
    }

    /// Sends a body to a path of the control API.
    func put(_ body: String, to path: String) async throws -> LoopbackClient.Answer {
        try await http.send("PUT", path, body: Data(body.utf8))
    }

    /// Signs up.
    @discardableResult
    func signUp(_ email: String) async throws -> JSONValue {
        try await cognito.call(
            "SignUp",
            #"{"ClientId":"\#(StackSettings.clientID)","Username":\#(quoted(email)),"Password":"Correct horse 1"}"#)
    }

    /// Starts a sign-in.
    func start(_ username: String) async throws -> JSONValue {
        let parameters = quoted(["USERNAME": username])
        return try await cognito.call(
            "InitiateAuth",
            #"{"AuthFlow":"CUSTOM_AUTH","ClientId":"\#(StackSettings.clientID)","AuthParameters":\#(parameters)}"#)
    }
}
