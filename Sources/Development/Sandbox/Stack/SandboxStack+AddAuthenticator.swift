internal import FlyingFox
internal import Foundation
internal import LocalCognito
internal import LoopbackServer
internal import RuntimeAPIHost

/// The function URL of AddAuthenticator, at a path of its own.
extension SandboxStack {
    /// Hands a request to the function as Lambda does. Web pages of the origins that may use the passkeys can call it.
    nonisolated func answerFromAddAuthenticator(_ request: HTTPRequest) async -> HTTPResponse {
        // Lambda answers preflight requests itself.
        await answer(request, forPagesAsking: "POST") { await invokeAddAuthenticator($0) }
    }

    private nonisolated func invokeAddAuthenticator(_ request: HTTPRequest) async -> HTTPResponse {
        guard let function = await functions?.function(FunctionNames.addAuthenticator)?.callable,
            let body = try? await [UInt8](request.bodyData)
        else {
            return FrontDoor.failure(.notFound, "Not Found")
        }
        let requestID = UUID().uuidString.lowercased()
        let event = FrontDoor.event(request, body, requestID: requestID)
        let start = ContinuousClock.now
        let result = try? await function.invoke(event, requestID: requestID)
        let response = result.flatMap(FrontDoor.response) ?? FrontDoor.failure(.badGateway, "Internal Server Error")
        let duration = ContinuousClock.now - start
        let answer = (try? await [UInt8](response.bodyData)) ?? []
        record(request, body, requestID, status: response.statusCode, answer, log: [], nil, duration)
        return response
    }
}
