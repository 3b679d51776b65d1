internal import FlyingFox
internal import Foundation
internal import JSON
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
        guard let function = await addAuthenticator, let body = try? await [UInt8](request.bodyData) else {
            return FrontDoor.failure(.notFound, "Not Found")
        }
        let requestID = UUID().uuidString.lowercased()
        let event = FrontDoor.event(request, body, requestID: requestID)
        let start = ContinuousClock.now
        let result = try? await function.invoke(event, requestID: requestID)
        let response = result.flatMap(FrontDoor.response)
        var record = TimelineEvent(.trigger, function.name)
        record.requestID = requestID
        record.duration = ContinuousClock.now - start
        record.outcome = result?.decision ?? "cannot be called"
        record.isFailure = response?.statusCode != .ok
        record.sample = TimelineEvent.Sample(name: function.name, event: PrettyJSON.of(event))
        record.detail = JSONWriter.object { detail in
            detail.member("request", raw: Masking.masked(event))
            if case .reply(let reply) = result { detail.member("response", raw: Masking.masked(reply)) }
        }
        timeline.record(record)
        return response ?? FrontDoor.failure(.badGateway, "Internal Server Error")
    }
}
