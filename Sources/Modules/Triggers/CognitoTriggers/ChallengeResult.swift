internal import JSON

/// One row of `request.session`: a round of the sign-in that has been answered, oldest first.
package struct ChallengeResult: Equatable, Sendable {
    /// The challenge, such as `CUSTOM_CHALLENGE` or `SRP_A`. An open set: an unknown name is data, not a decoding
    /// error.
    package let challengeName: String
    /// Whether the answer was right; false if it is missing.
    package let challengeResult: Bool
    /// What Create noted about the round; nil when null or absent.
    package let challengeMetadata: String?

    /// A row with those members.
    package init(challengeName: String, challengeResult: Bool, challengeMetadata: String? = nil) {
        self.challengeName = challengeName
        self.challengeResult = challengeResult
        self.challengeMetadata = challengeMetadata
    }

    /// The name of every custom challenge.
    package static let customChallenge = "CUSTOM_CHALLENGE"
    /// The name of the row that a start with SRP leaves, which proves nothing: only the client decides to send it.
    package static let srpStart = "SRP_A"
    /// The name of the row of a password that was proven by SRP.
    package static let passwordVerifier = "PASSWORD_VERIFIER"
    /// The names of the rows of a remembered device.
    private static let devices: Set<String> = ["DEVICE_SRP_AUTH", "DEVICE_PASSWORD_VERIFIER"]

    /// Whether the row is about the device, not about the person who uses it.
    package var isOfDevice: Bool { Self.devices.contains(challengeName) }

    /// The rows of a request's `session`.
    static func rows(of request: JSONValue) throws(TriggerError) -> [ChallengeResult] {
        var rows: [ChallengeResult] = []
        for row in try request.array("session", in: "request") {
            guard row.kind == .object else { throw .invalidMember("request.session[]") }
            rows.append(
                ChallengeResult(
                    challengeName: try row.optional("challengeName", in: "request.session[]") ?? "",
                    challengeResult: try row.flag("challengeResult", in: "request.session[]"),
                    challengeMetadata: try row.optional("challengeMetadata", in: "request.session[]")))
        }
        return rows
    }
}
