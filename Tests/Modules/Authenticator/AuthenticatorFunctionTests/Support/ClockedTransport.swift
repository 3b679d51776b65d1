import HTTP

/// Sends requests by a deployment's clock: a call takes no time, except one that the service does not answer, which
/// takes as long as it may. A busy machine gets all the time that it needs.
final class ClockedTransport: HTTPTransport {
    private let transport: any HTTPTransport
    private let clock: MovableClock

    init(_ transport: any HTTPTransport, _ clock: MovableClock) { (self.transport, self.clock) = (transport, clock) }

    func send(_ request: HTTPRequest) throws(HTTPError) -> HTTPResponse {
        var patient = request
        (patient.timeout, patient.connectTimeout) = (120_000, 120_000)
        let answer = try transport.send(patient)
        guard answer.status == ServiceFault.silence else { return answer }
        clock.advance(milliseconds: request.timeout ?? 0)
        throw .timedOut("the service does not answer")
    }
}
