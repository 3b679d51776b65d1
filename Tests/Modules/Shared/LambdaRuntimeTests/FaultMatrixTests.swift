import TestSupport
import Testing

/// The real DefineAuthChallenge against a Runtime API that misbehaves at the second request and has five events.
@Suite("The fault matrix")
struct FaultMatrixTests {
    static let ids = (1...5).map { "8476a536-e9f4-11e8-9739-2dfe598c3fc\($0)" }

    private static let faults =
        RuntimeFault.nextFaults + RuntimeFault.answerFaults + RuntimeFault.largeEvents
        + [RuntimeFault.everyAnswerCloses]

    @Test("the function survives a fault without losing an event, or exits with one line and status 1")
    func faultIsSurvivedOrEndsTheProcess() async throws {
        try await forEach(of: Self.faults, atOnce: 6) { try await Self.expectOutcome(of: $0) }
    }

    private static func expectOutcome(of fault: RuntimeFault) async throws {
        let run = try await onThread {
            try FunctionRun.run(RuntimeAPIService(ids.map { .init($0) }, fault.interference))
        }
        #expect(run.errors == [], "\(fault)")
        #expect(run.requests.count <= 20, "\(fault): no spinning")
        // An invocation fails only because of its event, and never because an answer was refused.
        let failed = run.answers.filter { $0.target.hasSuffix("/error") }
        #expect(failed.map { $0.header("Lambda-Runtime-Function-Error-Type") } == fault.expectedErrors, "\(fault)")
        let answered = Set(run.answers.compactMap { $0.target.split(separator: "/").dropLast().last.map(String.init) })
        switch fault.outcome {
        case .survived, .eventFails:
            #expect(run.ownExit == nil, "\(fault)")
            #expect(run.exit == .status(0), "\(fault)")
            #expect(answered == Set(ids), "\(fault)")
            #expect(run.metricsLines.count == ids.count, "\(fault)")
            #expect(run.fatalLines == [], "\(fault)")
        case .left(let reason):
            #expect(run.ownExit == .status(1), "\(fault)")
            #expect(run.fatalLines.count == 1, "\(fault)")
            #expect(run.fatalLines.first?.contains(reason) == true, "\(fault): \(run.fatalLines)")
            #expect(answered.contains(ids[0]), "\(fault)")
        }
    }
}
