import AuthenticatorFunction
import AuthenticatorService
import AuthenticatorTestSupport
import Foundation
import Synchronization
import TestSupport
import Testing

/// What one request uses up is tested through the whole function; here the requests are of different users.
@Suite("Simultaneous uses", .serialized)
struct SimultaneousUseTests {
    private typealias Sample = StorageSamples

    private static let threads = 50
    private static let uses = 20

    /// What many threads got, each over connections of its own.
    private final class Outcomes: Sendable {
        let texts = Mutex<[String]>([])
        let finished = Mutex(0)
    }

    @Test("of a thousand users who register one credential at the same time exactly one gets it")
    func oneCredential() throws {
        let passkey = try Sample.passkey(by: Sample.attempt("x"))
        let server = try TableServer()
        let outcomes = Outcomes()
        let gate = Gate()
        for thread in 0..<Self.threads {
            Thread.detachNewThread {
                gate.wait()
                gate.open()
                do {
                    for number in thread * Self.uses..<(thread + 1) * Self.uses {
                        let outcome = try server.storage().add(
                            passkey, to: Sample.user("user\(number)"), answering: Sample.challenge("\(number)"),
                            by: Sample.attempt("\(number)"))
                        outcomes.texts.withLock { $0.append("\(outcome)") }
                    }
                } catch {
                    outcomes.texts.withLock { $0.append("\(error)") }
                }
                outcomes.finished.withLock { $0 += 1 }
            }
        }
        gate.open()
        #expect(waitUntil(seconds: 600) { outcomes.finished.withLock { $0 == Self.threads } })
        let counts = outcomes.texts.withLock { texts in Dictionary(texts.map { ($0, 1) }, uniquingKeysWith: +) }
        #expect(counts == ["added": 1, "taken": 999])
        // A profile, a passkey and a pointer.
        #expect(server.userItems.count == 3)
    }
}
