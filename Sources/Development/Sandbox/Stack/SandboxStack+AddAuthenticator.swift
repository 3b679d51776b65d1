internal import Essentials
internal import LocalCognito
internal import LoopbackServer
internal import RuntimeAPIHost

/// The function URL of AddAuthenticator, at a path of its own.
extension SandboxStack {
    /// Hands a request to the function as Lambda does. Web pages of the origins that may use the passkeys can call it.
    nonisolated func answerFromAddAuthenticator(_ request: LoopbackRequest) async -> LoopbackResponse {
        // Lambda answers preflight requests itself.
        await answer(request, forPagesAsking: "POST") { await invokeAddAuthenticator($0) }
    }

    private nonisolated func invokeAddAuthenticator(_ request: LoopbackRequest) async -> LoopbackResponse {
        guard let function = await functions?.function(FunctionNames.addAuthenticator)?.callable else {
            return FrontDoor.failure(404, "Not Found")
        }
        let requestID = UUID().uuidString.lowercased()
        let event = FrontDoor.event(request, requestID: requestID)
        let start = ContinuousClock.now
        let result = try? await function.invoke(event, requestID: requestID)
        let response = result.flatMap(FrontDoor.response) ?? FrontDoor.failure(502, "Internal Server Error")
        let duration = ContinuousClock.now - start
        record(request, requestID, response, log: [], nil, duration)
        return response
    }
}
