/// One request to the service, as it writes it down with everything that the request changes.
///
/// The front door may deliver a request a second time, and a client of the database may send a write again whose answer
/// got lost. A write that finds its own attempt has been made already. A write that finds another attempt has come too
/// late.
package struct Attempt: Equatable, Sendable {
    /// Tells the request from all others.
    package let id: String
    /// When the request came, in seconds since 1970.
    package let time: Int64

    /// An attempt.
    package init(id: String, time: Int64) {
        self.id = id
        self.time = time
    }
}
