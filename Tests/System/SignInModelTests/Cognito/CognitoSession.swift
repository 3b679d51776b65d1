import CognitoTriggers

/// A session as Cognito keeps it between two calls of an app.
struct CognitoSession {
    let account: Account
    /// Whether a remembered device passes the challenges that Cognito has for it; nil without one.
    var device: Bool?
    /// The rounds that have been answered.
    var rows: [ChallengeResult] = []
    /// The round that waits for its answer.
    var challenge = Challenge()
    /// When Cognito forgets the session, in milliseconds since 1970.
    var expiresAt: Int64 = 0

    /// Adds a round, and behind it the device's. No page says where Cognito puts these, so they are everywhere.
    mutating func add(_ round: ChallengeResult?) {
        if let round { rows.append(round) }
        guard let device else { return }
        rows.append(ChallengeResult(challengeName: "DEVICE_SRP_AUTH", challengeResult: true))
        rows.append(ChallengeResult(challengeName: "DEVICE_PASSWORD_VERIFIER", challengeResult: device))
    }
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
