package import JSON

/// Why bytes are not client data (WebAuthn section 5.8.1).
package enum ClientDataError: Error, Equatable, Sendable {
    /// The bytes are not acceptable JSON.
    case malformed(JSONError)
    /// The text is JSON, but not an object.
    case notAnObject
    /// The named member is required but absent, or has a wrong type.
    case invalidMember(String)
}
