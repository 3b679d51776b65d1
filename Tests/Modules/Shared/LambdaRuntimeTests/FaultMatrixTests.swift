import TestSupport
import Testing

/// The real DefineAuthChallenge against a Runtime API that misbehaves at the second request and has five events.
@Suite("The fault matrix")
struct FaultMatrixTests {
    static let ids = (1...5).map { "8476a536-e9f4-11e8-9739-2dfe598c3fc\($0)" }

    @Test(
        "the function survives a fault without losing an event, or exits with one line and status 1",
        arguments: RuntimeFault.nextFaults + RuntimeFault.answerFaults + RuntimeFault.largeEvents
            + [RuntimeFault.everyAnswerCloses])
    func faultIsSurvivedOrEndsTheProcess(fault: RuntimeFault) async throws {
        let run = try await onThread {
            try FunctionRun.run(RuntimeAPIService(Self.ids.map { .init($0) }, fault.interference))
        }
        #expect(run.errors == [])
        #expect(run.requests.count <= 20, "no spinning")
        // An invocation fails only because of its event, and never because an answer was refused.
        let failed = run.answers.filter { $0.target.hasSuffix("/error") }
        #expect(failed.map { $0.header("Lambda-Runtime-Function-Error-Type") } == fault.expectedErrors)
        let answered = Set(run.answers.compactMap { $0.target.split(separator: "/").dropLast().last.map(String.init) })
        switch fault.outcome {
        case .survived, .eventFails:
            #expect(run.ownExit == nil)
            #expect(run.exit == .status(0))
            #expect(answered == Set(Self.ids))
            #expect(run.metricsLines.count == Self.ids.count)
            #expect(run.fatalLines == [])
        case .left(let reason):
            #expect(run.ownExit == .status(1))
            #expect(run.fatalLines.count == 1)
            #expect(run.fatalLines.first?.contains(reason) == true, "\(run.fatalLines)")
            #expect(answered.contains(Self.ids[0]))
        }
    }
}
