/// An access token that a Cognito user pool has issued to one of our app clients for a user who signed in.
package struct AccessToken: Equatable, Sendable {
    /// The user's `sub`.
    package let subject: String
    /// The pool's name for the user.
    package let userName: String
    /// When the user signed in, in seconds since 1970. A refresh leaves it as it is.
    package let signedInAt: Int64
}
