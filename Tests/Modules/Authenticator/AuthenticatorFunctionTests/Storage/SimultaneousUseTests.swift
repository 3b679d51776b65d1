import AuthenticatorFunction
import AuthenticatorService
import AuthenticatorTestSupport
import Foundation
import Synchronization
import TestSupport
import Testing
import WebAuthn

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

    /// Runs a body in many threads and counts the outcomes.
    private func outcomes(
        _ body: @escaping @Sendable (DynamoDBStorage, Int) throws -> String
    ) throws -> (counts: [String: Int], server: TableServer) {
        let server = try TableServer()
        let outcomes = Outcomes()
        let gate = Gate()
        for thread in 0..<Self.threads {
            Thread.detachNewThread {
                gate.wait()
                gate.open()
                do {
                    for use in 0..<Self.uses {
                        let text = try body(try server.storage(), thread * Self.uses + use)
                        outcomes.texts.withLock { $0.append(text) }
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
        return (counts, server)
    }

    @Test("of a thousand simultaneous uses of one challenge exactly one succeeds")
    func oneChallenge() throws {
        let (counts, _) = try outcomes { storage, number in
            try storage.useUp(Sample.challenge(), by: Sample.attempt("\(number)")) == nil ? "used" : "succeeded"
        }
        #expect(counts == ["succeeded": 1, "used": 999])
    }

    @Test("of a thousand users who register one credential at the same time exactly one gets it")
    func oneCredential() throws {
        let passkey = try Sample.passkey(by: Sample.attempt("x"))
        let (counts, server) = try outcomes { storage, number in
            let outcome = try storage.add(
                passkey, to: Sample.user("user\(number)"), answering: Sample.challenge("\(number)"),
                by: Sample.attempt("\(number)"))
            return "\(outcome)"
        }
        #expect(counts == ["added": 1, "taken": 999])
        // A profile, a passkey and a pointer.
        #expect(server.userItems.count == 3)
    }

    @Test("of a thousand passkeys that answer one challenge at the same time exactly one is added")
    func onePasskey() throws {
        let sample = try Sample.passkey(by: Sample.attempt("x"))
        let (counts, server) = try outcomes { storage, number in
            let passkey = Self.passkey(sample, number)
            let outcome = try storage.add(
                passkey, to: Sample.user("user\(number)"), answering: Sample.challenge(),
                by: Sample.attempt("\(number)"))
            return "\(outcome)"
        }
        #expect(counts == ["added": 1, "challengeUsed": 999])
        #expect(server.userItems.count == 3)
    }

    /// The same passkey under another credential id.
    private static func passkey(_ sample: StoredAuthenticator, _ number: Int) -> StoredAuthenticator {
        guard case .passkey(let record, let username, let displayName) = sample.kind else { return sample }
        let other = CredentialRecord(
            id: Array("credential \(number)".utf8), userHandle: record.userHandle, publicKey: record.publicKey,
            aaguid: record.aaguid, transports: record.transports, isBackupEligible: record.isBackupEligible,
            isBackedUp: record.isBackedUp, signCount: record.signCount, hasVerifiedUser: record.hasVerifiedUser)
        return StoredAuthenticator(
            id: sample.id, kind: .passkey(other, username: username, displayName: displayName),
            createdAt: sample.createdAt, lastVerifiedAt: sample.lastVerifiedAt)
    }
}
