/// A fault of the AWS stand-in, for tests of what callers make of it.
package enum AWSFault: Equatable, Sendable {
    /// The service does nothing and answers with this status and an error of its own.
    case status(Int)
    /// The service does nothing and says that its caller asks too much.
    case throttled
    /// The service does nothing, because another write of the item is under way.
    case conflict
    /// The service does nothing, and the connection breaks.
    case out
    /// The service does what it is asked, and the connection breaks before the answer is complete.
    case lostAnswer
    /// The service does what it is asked, and answers after that time.
    case slow(Duration)

    /// What the service answers in place of doing anything; nil if it does what it is asked.
    func answer(to operation: String) -> (status: Int, body: [UInt8])? {
        let refusal: TableRefusal
        switch self {
        case .lostAnswer, .slow: return nil
        case .out: return (500, [])
        case .status(let status): return (status, TableRefusal.failed.body)
        case .throttled: refusal = .throttled
        case .conflict where operation == "TransactWriteItems":
            refusal = .cancelled([.init(code: "TransactionConflict", message: "Transaction is ongoing for the item")])
        case .conflict: refusal = .conflict
        }
        return (refusal.status, refusal.body)
    }

    /// Whether the connection breaks instead of bringing the answer.
    var breaksConnection: Bool { self == .out || self == .lostAnswer }
}
