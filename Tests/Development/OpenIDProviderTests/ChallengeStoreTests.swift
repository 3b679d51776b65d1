import OpenIDProvider
import OpenSSLCrypto
import Synchronization
import Testing

@Suite("Challenge store")
struct ChallengeStoreTests {
    /// A clock that stands still until a test sets it.
    final class SettableClock: Sendable {
        private let time = Mutex<Int64>(1000)

        var now: Int64 {
            get { time.withLock { $0 } }
            set { time.withLock { $0 = newValue } }
        }
    }

    let clock = SettableClock()

    func store(capacity: Int = 10) -> ChallengeStore<String> {
        ChallengeStore(lifetime: 60, capacity: capacity, clock: { [clock] in clock.now })
    }

    @Test("a challenge can be used once, for the purpose it was issued for")
    func challengeIsValidOnce() throws {
        var store = store()
        let first = try store.issue(for: "one")
        let second = try store.issue(for: "two")
        #expect(first.bytes.count == 32 && first.id.utf8.count == 22)
        #expect(first.id != second.id && first.bytes != second.bytes)
        #expect(first.expiration == 1060)
        let taken = try store.consume(first.id)
        #expect(taken.purpose == "one" && taken.bytes == first.bytes)
        #expect(throws: ChallengeError.unknown) { try store.consume(first.id) }
        #expect(throws: ChallengeError.unknown) { try store.consume("nothing") }
        #expect(try store.consume(second.id).purpose == "two")
    }

    @Test("a challenge expires with its lifetime, and is used up even if it came too late")
    func challengeExpires() throws {
        var store = store()
        let (first, second) = (try store.issue(for: "one"), try store.issue(for: "two"))
        clock.now = 1059
        #expect(try store.consume(first.id).purpose == "one")
        clock.now = 1060
        #expect(throws: ChallengeError.expired) { try store.consume(second.id) }
        clock.now = 1000
        #expect(throws: ChallengeError.unknown) { try store.consume(second.id) }
    }

    @Test("a full store refuses new challenges, and expired ones make room")
    func expiredChallengesMakeRoom() throws {
        var store = store(capacity: 2)
        let first = try store.issue(for: "one")
        clock.now = 1030
        _ = try store.issue(for: "two")
        #expect(throws: ChallengeError.full) { try store.issue(for: "three") }
        clock.now = 1060
        let third = try store.issue(for: "three")
        #expect(throws: ChallengeError.unknown) { try store.consume(first.id) }
        #expect(throws: ChallengeError.full) { try store.issue(for: "four") }
        #expect(try store.consume(third.id).purpose == "three")
    }

    @Test("without random bytes no challenge is issued")
    func missingRandomBytesAreAnError() {
        var store = ChallengeStore<Int>(clock: { 0 }, random: { _ in throw CryptoError.randomUnavailable })
        #expect(throws: ChallengeError.randomUnavailable) { try store.issue(for: 1) }
    }
}
