private import Synchronization

/// A storage in the memory of one process: for tests, and for an authenticator without a table.
package final class MemoryCodeStorage: CodeStorage, Sendable {
    /// Everything that is remembered, by kind and key, with its end.
    private struct State {
        var launches: [String: (launch: Launch, end: Int64)] = [:]
        var buckets: [String: MailBucket] = [:]
        var sets: [String: (members: Set<String>, end: Int64)] = [:]
        var longCodes: [String: (code: StoredLongCode, user: String?)] = [:]
        var uses: [String: (user: String, time: Int64, end: Int64)] = [:]
        var tickets: [String: (ticket: CodeTicket, attempt: String)] = [:]
        var changes = 0

        /// Drops what has ended, once in a while.
        mutating func purge(at now: Int64) {
            changes += 1
            guard changes % 1_024 == 0 else { return }
            launches = launches.filter { $0.value.end > now }
            buckets = buckets.filter { $0.value.fullAt > now }
            sets = sets.filter { $0.value.end > now }
            longCodes = longCodes.filter { $0.value.code.expiresAt > now }
            uses = uses.filter { $0.value.end > now }
            tickets = tickets.filter { $0.value.ticket.expiresAt > now }
        }
    }

    private let state = Mutex(State())

    /// An empty storage.
    package init() {}

    package func begin(_ own: Launch, of key: String, after lastUse: Int64?, until end: Int64) -> Launch.Role {
        state.withLock { state in
            state.purge(at: own.begunAt)
            if let role = state.launches[key]?.launch.role(of: own.code, after: lastUse, at: own.begunAt) {
                return role
            }
            state.launches[key] = (own, end)
            return .leads
        }
    }

    package func finish(_ code: String, of key: String) {
        state.withLock { state in
            if state.launches[key]?.launch.code == code { state.launches[key]?.launch.isFinished = true }
        }
    }

    package func admit(
        _ attempt: String, to bucket: String, isLong: Bool, by rule: MailBucket.Rule, at now: Int64
    ) -> MailBucket.Admission? {
        state.withLock { $0.buckets[bucket, default: MailBucket()].admit(attempt, isLong: isLong, by: rule, at: now) }
    }

    package func giveBack(_ attempt: String, to bucket: String, by rule: MailBucket.Rule) {
        state.withLock { $0.buckets[bucket]?.giveBack(attempt, by: rule) }
    }

    package func settle(_ attempt: String, in bucket: String, by rule: MailBucket.Rule, at now: Int64) {
        state.withLock { $0.buckets[bucket]?.settle(attempt, by: rule, at: now) }
    }

    package func admission(of attempt: String, to bucket: String) -> MailBucket.Admission? {
        state.withLock { $0.buckets[bucket]?.admission(of: attempt) }
    }

    package func spend(_ attempt: String, of key: String, atMost limit: Int64, until end: Int64) -> Bool {
        add(attempt, to: key, atMost: Int(clamping: limit), until: end)
    }

    package func unspend(_ attempt: String, of key: String) {
        _ = state.withLock { $0.sets[key]?.members.remove(attempt) }
    }

    package func keep(_ code: StoredLongCode, as key: String) {
        state.withLock { state in
            if state.longCodes[key] == nil { state.longCodes[key] = (code, nil) }
        }
    }

    package func count(_ answer: String, in session: String, atMost limit: Int, until end: Int64) -> Bool {
        add(answer, to: session, atMost: limit, until: end)
    }

    package func countWrong(_ answer: String, of account: String, atMost limit: Int, until end: Int64) {
        _ = add(answer, to: account, atMost: limit, until: end)
    }

    private func add(_ member: String, to key: String, atMost limit: Int, until end: Int64) -> Bool {
        state.withLock { state in
            var members = state.sets[key]?.members ?? []
            guard members.contains(member) || members.count < limit else { return false }
            members.insert(member)
            state.sets[key] = (members, end)
            return true
        }
    }

    package func wrongAnswers(of account: String) -> Int { state.withLock { $0.sets[account]?.members.count ?? 0 } }

    package func forgetWrong(of account: String) { state.withLock { $0.sets[account] = nil } }

    package func longCode(_ key: String) -> StoredLongCode? { state.withLock { $0.longCodes[key]?.code } }

    package func useLongCode(_ key: String, by user: String) -> Bool {
        state.withLock { state in
            guard let stored = state.longCodes[key], stored.user ?? user == user else { return false }
            state.longCodes[key]?.user = user
            return true
        }
    }

    package func use(
        codeOf issuedAt: Int64, of key: String, by user: String, at now: Int64, until end: Int64
    ) -> Bool {
        state.withLock { state in
            if let use = state.uses[key] {
                if use.user == user { return true }
                guard use.time < issuedAt else { return false }
            }
            state.uses[key] = (user, now, end)
            return true
        }
    }

    package func lastUse(of key: String) -> Int64? { state.withLock { $0.uses[key]?.time } }

    package func keep(_ ticket: CodeTicket, of key: String, by attempt: String) -> CodeTicket {
        state.withLock { state in
            if let kept = state.tickets[key], kept.attempt == attempt { return kept.ticket }
            state.tickets[key] = (ticket, attempt)
            return ticket
        }
    }

    package func ticket(of key: String, session: String) -> CodeTicket? {
        state.withLock { $0.tickets[key]?.ticket }
    }
}
