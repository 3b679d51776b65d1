package import ExpiringState

/// Remembers what the rules for emailed codes count. Every change is atomic, and the same change made again changes
/// nothing and gives the same result.
///
/// Times are in milliseconds since 1970. Keys hold digests only.
package protocol CodeStorage {
    /// Changes an item by a function of what it holds, again if somebody else has changed the same parts meanwhile.
    /// - Parameters:
    ///   - basis: where the item is expected to stand. A change of an item that stands there costs one call.
    ///   - end: until when the item is needed.
    ///   - change: decides by the item's value and nothing else. A change that finds itself made must change nothing.
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

    /// Counts a request of a session, and notes the code that it gets if a mail is sent.
    /// - Returns: whether the limit allows the request.
    func countRequest(
        _ request: String, for ticket: CodeTicket, of key: StateKey, atMost limit: Int64, until end: Int64
    ) throws(CodeStorageError) -> Bool

    /// Counts an answer of a session.
    /// - Parameters:
    ///   - guess: the digits that it guesses, which are counted apart, anew after each request; nil for none.
    ///   - limits: how many answers there may be, and how many guesses.
    /// - Returns: whether the limits allow the answer, and the code of the session's last request.
    func countAnswer(
        _ answer: String, _ guess: String?, of key: StateKey, session: String,
        atMost limits: (answers: Int64, guesses: Int64), until end: Int64
    ) throws(CodeStorageError) -> (isAllowed: Bool, ticket: CodeTicket?)
}

/// Where a change begins.
package enum StoredBasis<Counts: StoredCounts> {
    /// At an item at rest: it has no wrong answers, and its bucket is full, so it remembers nothing.
    case empty
    /// At the item as it was a moment ago. Parts that the change neither reads nor writes may have changed since.
    case known(Counts)
    /// At the item as it is read.
    case read
}

/// What an item holds, in parts: two changes of different parts do not meet.
package protocol StoredCounts: Equatable, Sendable {
    /// An item at rest.
    init()
    /// The value of those parts; nil if they are not readable.
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

/// Why the storage did not do what it was asked to. Nothing may be assumed then. The texts are for the log.
package enum CodeStorageError: Error, Equatable, Sendable {
    /// The storage does not answer, or refuses.
    case unavailable(String)
    /// An item does not have the form in which it was written.
    case unreadable
    /// Too many others changed the same part of an item at the same time.
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
