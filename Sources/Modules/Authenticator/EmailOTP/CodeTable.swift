/// The codes that have been sent and not yet answered, one for each action. A value, like all the service remembers.
struct CodeTable {
    /// A code, and what its answer proves.
    struct Entry {
        let code: OneTimeCode
        /// The address it was sent to; nil where nothing was sent, and no answer is right.
        let address: String?
        let expiration: Int64
        var attempts = 0
    }

    /// What an answer is worth.
    enum Judgement: Equatable {
        case right(address: String)
        case wrong
        case tooManyAttempts
    }

    private let policy: CodePolicy
    private let capacity: Int
    private let key: [UInt8]
    private var entries: [ActionID: Entry] = [:]

    init(_ policy: CodePolicy, capacity: Int, key: [UInt8]) {
        self.policy = policy
        self.capacity = capacity
        self.key = key
    }

    /// A new code for an action, in place of the former one. Without an address the same work is done for nothing.
    mutating func issue(for action: ActionID, address: String?, at now: Int64) throws(APIError) -> String {
        if entries[action] == nil, entries.count >= capacity {
            entries = entries.filter { $0.value.expiration > now }
            guard entries.count < capacity else { throw .tooManyRequests }
        }
        guard let (code, digits) = try? OneTimeCode.generate(key: key) else { throw .unexpected }
        entries[action] = Entry(code: code, address: address, expiration: now + policy.lifetime)
        return digits
    }

    /// Judges an answer; the right one ends the code.
    mutating func judge(_ digits: String, for action: ActionID, at now: Int64) -> Judgement {
        guard var entry = entries[action] else { return .wrong }
        guard now < entry.expiration else {
            entries[action] = nil
            return .wrong
        }
        guard entry.attempts < policy.maximumAttempts else { return .tooManyAttempts }
        entry.attempts += 1
        entries[action] = entry
        guard entry.code.isRight(digits, key: key), let address = entry.address else { return .wrong }
        entries[action] = nil
        return .right(address: address)
    }
}
