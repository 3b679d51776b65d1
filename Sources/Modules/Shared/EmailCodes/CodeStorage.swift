package import ExpiringState

/// Keeps the counts of emailed codes. Every change is atomic, and repeating it changes nothing and gives the same
/// result.
///
/// Times are in milliseconds since 1970. Keys hold digests only.
package protocol CodeStorage {
    /// Changes an item by a function of its value, and tries again if the same parts have changed meanwhile.
    /// - Parameters:
    ///   - basis: the expected state of the item. If it is right, the change costs one call.
    ///   - end: until when the item is needed.
    ///   - change: depends only on the item's value. A repeated change must change nothing.
    /// - Returns: the result, and the item as it is now.
    func change<Counts: StoredCounts, Result>(
        _ key: StateKey, _ basis: StoredBasis<Counts>, at now: Int64, until end: Int64,
        _ change: (inout Counts) -> Result
    ) throws(CodeStorageError) -> (result: Result, item: Counts)

    /// Adds a member to a set that holds a limited number of them.
    /// - Returns: whether the member is in the set now.
    func add(_ member: String, to key: StateKey, atMost limit: Int64, until end: Int64) throws(CodeStorageError) -> Bool

    /// Removes a member from a set.
    func remove(_ member: String, from key: StateKey) throws(CodeStorageError)

    /// Counts a requester's request, and notes the code that it gets if a mail is sent.
    /// - Returns: whether the limit allows the request.
    func countRequest(
        _ request: String, for ticket: CodeTicket, of key: StateKey, atMost limit: Int64, until end: Int64
    ) throws(CodeStorageError) -> Bool

    /// Counts a requester's answer.
    /// - Parameters:
    ///   - guess: the digits that it guesses; nil for none. They have their own count, from 0 after each request.
    ///   - limits: how many answers there may be, and how many guesses.
    /// - Returns: whether the limits allow the answer, and the code of the requester's last request.
    func countAnswer(
        _ answer: String, _ guess: String?, of key: StateKey, requester: String,
        atMost limits: (answers: Int64, guesses: Int64), until end: Int64
    ) throws(CodeStorageError) -> (isAllowed: Bool, ticket: CodeTicket?)
}

/// The state that a change expects.
package enum StoredBasis<Counts: StoredCounts> {
    /// An item at rest, which is empty: it has no wrong answers, and its bucket is full.
    case empty
    /// The item as it was a moment ago. Parts that the change does not use may have changed since.
    case known(Counts)
    /// Unknown: the item is read first.
    case read
}

/// The value of an item, in parts. Changes of different parts do not conflict.
package protocol StoredCounts: Equatable, Sendable {
    /// An item at rest.
    init()
    /// Reads a value from its parts; nil if they are unreadable.
    init?(parts: [String: StoredPart])
    var parts: [String: StoredPart] { get }
}

extension StoredCounts {
    /// The part that is only counted up and forgotten. Concurrent changes to it never conflict.
    package static var counter: String { "wrong" }
}

/// A part of an item.
package enum StoredPart: Equatable, Sendable {
    case number(Int64)
    case text(String)
}

/// Why the storage failed; the change may or may not have been made. The texts are for the log.
package enum CodeStorageError: Error, Equatable, Sendable {
    /// The storage does not answer, or refuses.
    case unavailable(String)
    /// An item is malformed.
    case unreadable
    /// Too many calls changed the same part of an item at the same time.
    case contended
}

extension CodeStorageError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .unavailable(let reason): reason
        case .unreadable: "an unreadable item"
        case .contended: "too many changes of one item at the same time"
        }
    }
}
