internal import JSON
private import Primitives

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

/// The user of a trigger event as Cognito knows them.
package struct TriggerUser: Equatable, Sendable {
    /// Whether Cognito knows no such user, which the pool hides from the caller.
    package let isNotFound: Bool
    /// What Cognito knows of the user; nil without a `sub`.
    package let account: Account?

    /// A user whose attributes have a `sub`.
    package struct Account: Equatable, Sendable {
        /// The user's immutable id.
        package let sub: String
        /// The user's email address as Cognito has it now; nil when there is none.
        package let email: String?
        /// Whether Cognito counts the address as verified.
        package let isEmailVerified: Bool
        /// The user's language and region as the user wrote them; nil when there is none.
        package let locale: String?

        /// An account with those attributes.
        package init(sub: String, email: String? = nil, isEmailVerified: Bool = false, locale: String? = nil) {
            self.sub = sub
            self.email = email
            self.isEmailVerified = isEmailVerified
            self.locale = locale
        }
    }

    /// A user with those properties.
    package init(isNotFound: Bool = false, _ account: Account?) {
        self.isNotFound = isNotFound
        self.account = account
    }

    /// Reads the user of a request. Only `userNotFound` and the `sub` decide whose sign-in this is, so only they must
    /// be of the right type.
    init(_ request: JSONValue) throws(TriggerError) {
        let attributes = try request.object("userAttributes", in: "request")
        self.init(
            isNotFound: try request.flag("userNotFound", in: "request"),
            try attributes?.optional("sub", in: "request.userAttributes").map { sub in
                Account(
                    sub: sub, email: attributes?.text("email"),
                    isEmailVerified: CognitoBoolean.isTrue(attributes?["email_verified"]),
                    locale: attributes?.text("locale"))
            })
    }

    /// Reads what Define needs. Its decision asks for no attribute.
    init(forDefine request: JSONValue) throws(TriggerError) {
        self.init(
            isNotFound: try request.flag("userNotFound", in: "request"),
            request["userAttributes"]?.text("sub").map { Account(sub: $0) })
    }
}

/// A Boolean attribute of a user. Cognito keeps every attribute as text, and administrators' programs write their
/// language's word for true.
package enum CognitoBoolean {
    /// Whether an attribute's text is true: the word in any ASCII case.
    package static func isTrue(_ text: String) -> Bool {
        text.utf8.lazy.map(\.asciiLowercased).elementsEqual("true".utf8)
    }

    /// The same for an attribute of an event, which may also be a JSON Boolean.
    static func isTrue(_ value: JSONValue?) -> Bool { value?.bool ?? value?.string.map(isTrue) ?? false }
}

/// The event of the Define Auth Challenge trigger: what happened so far, and the question what comes next.
package struct DefineAuthChallengeEvent: Sendable {
    /// The envelope.
    package let common: TriggerEvent
    /// The user who signs in, without attributes but the `sub`.
    package let user: TriggerUser
    /// The rounds so far.
    package let session: [ChallengeResult]

    /// Reads the event.
    package init(parsing bytes: [UInt8]) throws(TriggerError) {
        common = try TriggerEvent(parsing: bytes, as: .defineAuthChallenge)
        user = try TriggerUser(forDefine: common.request)
        session = try ChallengeResult.rows(of: common.request)
    }

    /// The ways on.
    package enum Answer: Equatable, Sendable {
        /// The user is who they say: Cognito issues its tokens.
        case issueTokens
        /// The sign-in is over.
        case failAuthentication
        /// Another custom challenge.
        case customChallenge
        /// The password, after a start with SRP.
        case passwordVerifier

        fileprivate var challengeName: String? {
            switch self {
            case .issueTokens, .failAuthentication: nil
            case .customChallenge: ChallengeResult.customChallenge
            case .passwordVerifier: ChallengeResult.passwordVerifier
            }
        }
    }

    /// The reply with that decision and no other.
    package func reply(_ decision: Answer) -> [UInt8] {
        common.reply([
            ("challengeName", decision.challengeName.map { .string($0) } ?? .absent),
            ("issueTokens", .bool(decision == .issueTokens)),
            ("failAuthentication", .bool(decision == .failAuthentication)),
        ])
    }
}

/// The event of the Create Auth Challenge trigger: a challenge is to be made.
package struct CreateAuthChallengeEvent: Sendable {
    /// The envelope.
    package let common: TriggerEvent
    /// The user who signs in.
    package let user: TriggerUser
    /// The rounds so far.
    package let session: [ChallengeResult]

    /// Reads the event.
    /// - Throws: `TriggerError`, also when Define chose a challenge that is not a custom one.
    package init(parsing bytes: [UInt8]) throws(TriggerError) {
        common = try TriggerEvent(parsing: bytes, as: .createAuthChallenge)
        user = try TriggerUser(common.request)
        session = try ChallengeResult.rows(of: common.request)
        guard try common.request.required("challengeName", in: "request") == ChallengeResult.customChallenge else {
            throw .invalidMember("request.challengeName")
        }
    }

    /// The reply with a challenge.
    /// - Parameters:
    ///   - publicParameters: what the app sees.
    ///   - privateParameters: what Verify of the same round gets; Cognito refuses an empty set.
    ///   - metadata: what Define and Create see of this round later. It travels inside Cognito's session, and no call
    ///     can carry one of more than 4,096 characters.
    package func reply(
        publicParameters: [String: String], privateParameters: [String: String], metadata: String
    ) -> [UInt8] {
        common.reply([
            ("publicChallengeParameters", .strings(publicParameters)),
            ("privateChallengeParameters", .strings(privateParameters)),
            ("challengeMetadata", .string(metadata)),
        ])
    }
}

/// The event of the Verify Auth Challenge Response trigger: an answer to judge.
package struct VerifyAuthChallengeEvent: Sendable {
    /// The envelope.
    package let common: TriggerEvent
    /// The user who signs in.
    package let user: TriggerUser
    /// What Create kept for this round.
    package let privateParameters: [String: String]
    /// The app's answer; empty when it sent none.
    package let answer: String

    /// Reads the event.
    package init(parsing bytes: [UInt8]) throws(TriggerError) {
        common = try TriggerEvent(parsing: bytes, as: .verifyAuthChallenge)
        user = try TriggerUser(common.request)
        var parameters: [String: String] = [:]
        for (name, value) in try common.request.object("privateChallengeParameters", in: "request")?.members ?? [] {
            guard let string = value.string else { throw .invalidMember("request.privateChallengeParameters") }
            parameters[name] = string
        }
        privateParameters = parameters
        answer = try common.request.optional("challengeAnswer", in: "request") ?? ""
    }

    /// The reply with that verdict.
    package func reply(answerCorrect: Bool) -> [UInt8] {
        common.reply([("answerCorrect", .bool(answerCorrect))])
    }
}
