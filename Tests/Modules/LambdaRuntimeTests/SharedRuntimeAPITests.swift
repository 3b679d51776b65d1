import Foundation
import TestSupport
import Testing

/// Several processes of the real DefineAuthChallenge that ask one Runtime API for events.
@Suite("Processes that share a Runtime API")
struct SharedRuntimeAPITests {
    @Test("each event is answered once, with its own content, by the process that took it", arguments: [2, 3])
    func eventsAreAnsweredByTheirTaker(processes: Int) async throws {
        let (service, exits) = try await onThread {
            let service = try SharedRuntimeAPI(processes: processes, overlaps: 50)
            let executable = try ChildProcess.builtExecutable("DefineAuthChallenge")
            let children = try (1...processes).map { _ in
                try ChildProcess(executable, environment: ["AWS_LAMBDA_RUNTIME_API": service.endpoint])
            }
            waitUntil { service.isDone || children.contains { !$0.isRunning } }
            for child in children { child.send(SIGTERM) }
            return (service, children.map { $0.wait() })
        }
        #expect(service.isDone)
        #expect(exits == Array(repeating: .status(0), count: processes))
        #expect(service.connections.count == processes)
        #expect(service.events.allSatisfy { $0.answerers == [$0.taker] })
        let wrong = service.events.enumerated().filter { number, event in
            event.answer != Self.reply(to: SharedRuntimeAPI.body(number))
        }
        #expect(wrong.isEmpty, "\(wrong.count) of \(service.events.count)")
    }

    /// What DefineAuthChallenge answers to the first event of a sign-in.
    private static func reply(to event: [UInt8]) -> [UInt8] {
        let text = String(decoding: event, as: UTF8.self)
            .replacing(#""challengeName":null"#, with: #""challengeName":"CUSTOM_CHALLENGE""#)
            .replacing(#""issueTokens":null"#, with: #""issueTokens":false"#)
            .replacing(#""failAuthentication":null"#, with: #""failAuthentication":false"#)
        return Array(text.utf8)
    }
}
