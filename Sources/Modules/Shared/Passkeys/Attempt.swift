/// A challenge, for the storage.
package struct IssuedChallenge: Equatable, Sendable {
    /// Identifies the challenge.
    package let id: String
    /// When it expires, in seconds since 1970. A use is remembered until then.
    package let expiration: Int64

    /// A challenge.
    package init(id: String, expiration: Int64) {
        self.id = id
        self.expiration = expiration
    }
}

/// One request to the service, as recorded with each change that it makes.
///
/// The front door may deliver a request again, and a database client may repeat a write whose answer was lost. A write
/// that finds its own attempt has been made already; one that finds another attempt is too late.
package struct Attempt: Equatable, Sendable {
    /// Identifies the request.
    package let id: String
    /// When the request came, in seconds since 1970.
    package let time: Int64

    /// An attempt.
    package init(id: String, time: Int64) {
        self.id = id
        self.time = time
    }
}

/// Why the storage gives no answer. A write may or may not have been made.
package enum StorageError: Error, Equatable, Sendable {
    /// The storage does not answer in time, or refuses for a reason outside the request.
    case unavailable(String)
    /// A stored item cannot be read. Nothing is changed.
    case unreadable(String)
}
