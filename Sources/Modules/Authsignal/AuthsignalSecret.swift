package import HTTP

/// The tenant's API secret, which may be replaced while the process runs.
package struct AuthsignalSecret {
    /// The secret for a call with that deadline.
    let current: (Deadline) -> String
    /// Another secret than the one just used, after Authsignal has refused that one; nil if there is none.
    let renewed: (Deadline) -> String?

    /// A secret that these functions find.
    package init(current: @escaping (Deadline) -> String, renewed: @escaping (Deadline) -> String?) {
        self.current = current
        self.renewed = renewed
    }

    /// A secret that never changes.
    package init(_ text: String) { self.init(current: { _ in text }, renewed: { _ in nil }) }
}
