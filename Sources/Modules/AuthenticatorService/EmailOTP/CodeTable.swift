/// The codes that have been sent and not yet answered, one for each action.
struct CodeTable {
    /// A code and the address that the right answer proves.
    struct Entry {
        let code: OneTimeCode
        /// The address it was sent to; nil if nothing was sent, in which case no answer is right.
        let address: String?
        let expiration: Int64
        var attempts = 0
    }

    /// The result of checking an answer.
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

    /// Issues a code for an action and replaces the previous one. Without an address it does the same work, so that the
    /// time it takes tells nothing.
    mutating func issue(for action: ActionID, address: String?, at now: Int64) throws(APIError) -> String {
        if entries[action] == nil, entries.count >= capacity {
            entries = entries.filter { $0.value.expiration > now }
            guard entries.count < capacity else { throw .tooManyRequests }
        }
        guard let (code, digits) = try? OneTimeCode.generate(key: key) else { throw .unexpected }
        entries[action] = Entry(code: code, address: address, expiration: now + policy.lifetime)
        return digits
    }

    /// Checks an answer. The right answer uses the code up.
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
