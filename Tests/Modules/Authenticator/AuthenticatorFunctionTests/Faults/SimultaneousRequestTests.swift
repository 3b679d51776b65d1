import Foundation
import JSON
import RuntimeAPIHost
import SoftwarePasskey
import Synchronization
import TestSupport
import Testing

@Suite("A thousand simultaneous requests", .serialized)
struct SimultaneousRequestTests {
    private static let threads = 25
    private static let uses = 40

    /// The requests of one use, all different, and a deployment whose clock stands still: no deadline comes, however
    /// busy the machine is.
    private static let uses1000: [(name: String, make: @Sendable (AuthenticatorProcess) throws -> [FrontDoorEvent])] = [
        (
            "one code",
            { process throws in
                let token = try process.deployment.challengeToken()
                _ = try process.answer(.enrolEmail(token))
                return (0..<threads * uses).map { _ in .verifyCode(token, process.mailedCode) }
            }
        ),
        (
            "one challenge to sign in",
            { process throws in
                var device = SoftwareAuthenticator.new
                _ = try process.enrol(&device)
                let options = try process.answer(
                    .authenticationOptions(.app, started: try process.answer(.startAction())))
                let json = try #require(options["options"])
                return try (0..<threads * uses).map { _ in .verifyPasskey(.app, options, try device.sign(json)) }
            }
        ),
        (
            "one challenge to register",
            { process throws in
                let token = try process.proveEmail(process.deployment.challengeToken()).token
                let options = try process.answer(.registrationOptions(token))
                let json = try #require(options["options"])
                return try (0..<threads * uses).map { _ in
                    var device = SoftwareAuthenticator.new
                    return .addPasskey(token, options, try device.create(json))
                }
            }
        ),
    ]

    /// What the answers say, with how many say it.
    private final class Outcomes: Sendable {
        private let counted = Mutex<[String: Int]>([:])
        private let finished = Mutex(0)

        func add(_ answer: FunctionAnswer) {
            let text = answer.isVerified && answer.token != "" ? "succeeded" : answer.token != "" ? "token" : "refused"
            counted.withLock { $0[text, default: 0] += 1 }
        }

        func finish() { finished.withLock { $0 += 1 } }

        var counts: [String: Int] { counted.withLock { $0 } }
        var finishedThreads: Int { finished.withLock { $0 } }
    }

    @Test("exactly one succeeds", arguments: 0..<uses1000.count)
    func threadsWithAProcessEach(index: Int) throws {
        let deployment = try Deployment()
        deployment.clock.stop()
        let events = try Self.uses1000[index].make(try deployment.process())
        let items = deployment.cloud.userItems.count
        try expectOneSuccess(index, events, deployment)
        // A first code adds a profile and a mailbox, a registration a passkey and its pointer, and a sign-in nothing.
        #expect(deployment.cloud.userItems.count - items == [2, 0, 2][index])
        #expect(deployment.leaks == [])
    }

    @Test(
        "exactly one succeeds with tables of moto", .enabled(if: MotoServer.isInstalled), arguments: 0..<uses1000.count)
    func tablesOfMoto(index: Int) throws {
        let moto = try MotoServer()
        try moto.create(CloudServer.users, keys: ["pk": "HASH", "sk": "RANGE"])
        try moto.create(CloudServer.state, keys: ["pk": "HASH"])
        let deployment = try Deployment(tablesAt: moto.endpoint)
        deployment.clock.stop()
        // A tenth of the requests, because moto takes some 10 ms for each: four for each thread.
        let events = try Self.uses1000[index].make(try deployment.process())
        try expectOneSuccess(index, Array(events.prefix(events.count / 10)), deployment)
    }

    private func expectOneSuccess(_ index: Int, _ events: [FrontDoorEvent], _ deployment: Deployment) throws {
        let outcomes = Outcomes()
        let gate = Gate()
        let uses = events.count / Self.threads
        for thread in 0..<Self.threads {
            let own = Array(events[thread * uses..<(thread + 1) * uses])
            Thread.detachNewThread {
                gate.wait()
                gate.open()
                if let process = try? deployment.process() {
                    for event in own { if let answer = try? process.answer(event) { outcomes.add(answer) } }
                }
                outcomes.finish()
            }
        }
        gate.open()
        #expect(waitUntil(seconds: 600) { outcomes.finishedThreads == Self.threads })
        #expect(outcomes.counts == ["succeeded": 1, "refused": events.count - 1], "\(Self.uses1000[index].name)")
    }

    @Test("exactly one succeeds in several processes of the built function", arguments: 0..<uses1000.count)
    func builtFunction(index: Int) async throws {
        let deployment = try Deployment(clock: MovableClock(isMachines: true))
        // A fifth of the requests: what differs from threads is that each process has a memory of its own.
        let all = try Self.uses1000[index].make(try deployment.process())
        let events = Array(all.prefix(all.count / 5))
        let path = try ChildProcess.builtExecutable("Authenticator").path
        let outcomes = Outcomes()
        let environment = deployment.environment
        let count = 4
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<count {
                let own = events.indices.filter { $0 % count == number }.map { events[$0].bytes }
                group.addTask {
                    let instance = FunctionInstance(
                        name: "Authenticator", bootstrap: path, environment: environment, timeLimit: .seconds(60))
                    for event in own {
                        guard case .reply(let bytes) = try await instance.invoke(event) else { continue }
                        outcomes.add(FunctionAnswer(bytes))
                    }
                    await instance.stop()
                }
            }
            try await group.waitForAll()
        }
        #expect(outcomes.counts == ["succeeded": 1, "refused": events.count - 1], "\(Self.uses1000[index].name)")
    }
}
