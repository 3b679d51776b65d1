/// What the memory storage keeps for a while.
struct ExpiringItems: Sendable {
    private struct Use: Sendable {
        let attempt: Attempt
        let expiration: Int64
    }

    private struct Action: Sendable {
        let record: ActionRecord
        let attemptID: String
    }

    private var uses: [String: Use] = [:]
    private var actions: [ActionID: Action] = [:]
    private var proofs: [String: (proof: StartedActionProof, attemptID: String, expiration: Int64)] = [:]

    private var texts: [String: (text: String, end: Int64)] = [:]

    init() {}

    mutating func keep(_ text: String, as name: String, until end: Int64) { texts[name] = (text, end) }

    func kept(_ name: String, at time: Int64) -> String? {
        texts[name].flatMap { time < $0.end ? $0.text : nil }
    }

    /// Uses up a challenge; returns when this attempt used it.
    mutating func useUp(_ challenge: IssuedChallenge, by attempt: Attempt) -> Int64? {
        if let use = uses[challenge.id], attempt.time < use.expiration {
            return use.attempt.id == attempt.id ? use.attempt.time : nil
        }
        uses = uses.filter { attempt.time < $0.value.expiration }
        uses[challenge.id] = Use(attempt: attempt, expiration: challenge.expiration)
        return attempt.time
    }

    func action(_ id: ActionID, at time: Int64) -> ActionRecord? {
        guard let record = actions[id]?.record, time < record.expiration else { return nil }
        return record
    }

    mutating func save(
        _ record: ActionRecord, as id: ActionID, replacing former: ActionRecord?, by attempt: Attempt
    ) -> Bool {
        if actions[id]?.attemptID == attempt.id { return true }
        guard action(id, at: attempt.time) == former else { return false }
        actions[id] = Action(record: record, attemptID: attempt.id)
        return true
    }

    func proof(ofStarted challengeID: String, at time: Int64) -> StartedActionProof? {
        guard let entry = proofs[challengeID], time < entry.expiration else { return nil }
        return entry.proof
    }

    mutating func note(
        _ proof: StartedActionProof, ofStarted challenge: IssuedChallenge, by attempt: Attempt
    ) -> Bool {
        if let entry = proofs[challenge.id], attempt.time < entry.expiration { return entry.attemptID == attempt.id }
        proofs[challenge.id] = (proof, attempt.id, challenge.expiration)
        return true
    }
}
