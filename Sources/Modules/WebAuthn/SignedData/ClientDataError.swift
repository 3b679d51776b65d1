package import JSON

/// Why bytes are no client data (WebAuthn section 5.8.1).
package enum ClientDataError: Error, Equatable, Sendable {
    /// The bytes are not the JSON accepted here.
    case malformed(JSONError)
    /// The text is JSON, but no object.
    case notAnObject
    /// The named member is required and absent, or has a wrong type.
    case invalidMember(String)
}
