import CognitoTriggers

/// A session as Cognito keeps it between two calls of an app.
struct CognitoSession {
    let account: Account
    /// The rounds that have been answered.
    var rows: [ChallengeResult] = []
    /// The round that waits for its answer.
    var challenge = Challenge()
    /// When Cognito forgets the session, in milliseconds since 1970.
    var expiresAt: Int64 = 0
}

/// What Create has made for a round.
struct Challenge: Equatable {
    var publicParameters: [String: String] = [:]
    var privateParameters: [String: String] = [:]
    var metadata = ""
}

/// What the app gets from Cognito.
enum CognitoAnswer: String {
    case challenge
    case tokens
    /// "Incorrect username or password."
    case notAuthorized
    /// A function failed or did not answer. The session is over.
    case functionFailed
}
