/// How this project names itself to the services it calls.
package enum UserAgent {
    /// The header `User-Agent` (RFC 9110 section 10.1.5).
    package static let header = (name: "User-Agent", value: "cognito-passkeys/1")
}
