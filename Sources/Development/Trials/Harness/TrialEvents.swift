#if os(Linux)
internal import Essentials
internal import JSON
internal import Primitives
private import RuntimeAPIHost
internal import SignInTokens

/// The events of users, as Cognito and a function URL deliver them.
enum TrialEvents {
    static let userPoolID = "eu-west-1_AbCdEf123"
    /// The key of all tokens and codes.
    static let key = "trial-key-0123456789abcdefghijklmnopqr"

    /// A sign-in after two wrong answers; 889 bytes for Ana.
    static func define(_ user: TrialUser) -> [UInt8] {
        trigger(
            user, "DefineAuthChallenge_Authentication",
            response: ["challengeName", "issueTokens", "failAuthentication"]
        ) {
            $0.member("session", raw: Array("[\(wrongRow),\(wrongRow)]".utf8))
            $0.member("clientMetadata") {
                $0.member("signInMethod", "EMAIL_OTP")
                $0.member("deviceKey", "eu-west-1_5f0c1d2e-7a3b-4c4d-9e8f-0a1b2c")
            }
        }
    }

    private static let wrongRow =
        #"{"challengeName":"CUSTOM_CHALLENGE","challengeResult":false,"#
        + #""challengeMetadata":"RESULT_TOKEN who=Q2nHc0pXbA3rKqk3Yt0v1w;flow=RT"}"#

    /// The first challenge of a sign-in.
    static func create(_ user: TrialUser) -> [UInt8] {
        trigger(
            user, "CreateAuthChallenge_Authentication",
            response: ["publicChallengeParameters", "privateChallengeParameters", "challengeMetadata"]
        ) {
            $0.member("challengeName", "CUSTOM_CHALLENGE")
            $0.member("session", [])
        }
    }

    /// An answer to the challenge that Create made.
    ///
    /// - Parameter answer: nil for the right one: the challenge's token as the authenticator completes it.
    static func verify(_ user: TrialUser, created: [UInt8], answer: String? = nil) throws -> [UInt8] {
        guard let response = try? JSONValue(parsing: created)["response"],
            let parameters = response["privateChallengeParameters"]
        else { throw TrialError.program("CreateAuthChallenge", "no private parameters") }
        let answer = try answer ?? resultToken(for: response["publicChallengeParameters"]?["token"]?.string ?? "")
        return trigger(user, "VerifyAuthChallengeResponse_Authentication", response: ["answerCorrect"]) {
            $0.member("privateChallengeParameters", raw: parameters.bytes)
            $0.member("challengeAnswer", answer)
        }
    }

    /// A sign-up.
    static func preSignUp(_ user: TrialUser) -> [UInt8] {
        trigger(
            user, "PreSignUp_SignUp", response: ["autoConfirmUser", "autoVerifyEmail", "autoVerifyPhone"],
            initial: "false"
        ) { $0.member("validationData", raw: Array("null".utf8)) }
    }

    /// The tokens of a sign-in, which stay as they are.
    static func preTokenGeneration(_ user: TrialUser) -> [UInt8] {
        let groups = #"{"groupsToOverride":[],"iamRolesToOverride":[],"preferredRole":null}"#
        return trigger(user, "TokenGeneration_Authentication", response: ["claimsOverrideDetails"]) {
            $0.member("groupConfiguration", raw: Array(groups.utf8))
        }
    }

    /// A request to the authenticator.
    static func request(_ path: String, _ body: String = "{}", token: String) -> [UInt8] {
        FunctionURLEvent.post("/v1/client/" + path, body, token: token, requestID: UUID().uuidString)
    }

    /// The request of a user who has just signed in for a token to add an authenticator.
    static func addAuthenticator(_ user: TrialUser, _ services: TrialServices) throws -> [UInt8] {
        let token = try services.issuer.accessToken(user, at: services.endpoint)
        return FunctionURLEvent.post("/", "", token: token, requestID: UUID().uuidString)
    }

    private static func trigger(
        _ user: TrialUser, _ source: String, response: [String], initial: String = "null",
        request: (inout JSONWriter) -> Void
    ) -> [UInt8] {
        let isUnknown = user.kind == .unknown
        return TriggerEvent.bytes(
            source, userPoolID: userPoolID, userName: isUnknown ? user.email : user.sub, response: response,
            initial: initial
        ) { members in
            if isUnknown {
                members.member("userAttributes") { _ in }
                members.member("userNotFound", true)
            } else {
                TriggerEvent.write(sub: user.sub, email: user.email, to: &members)
            }
            request(&members)
        }
    }
}

// MARK: - Tokens
extension TrialEvents {
    /// A challenge token as Create seals it.
    ///
    /// - Parameter round: tells the rounds of a user apart.
    static func challengeToken(_ user: TrialUser, round: Int = 1) throws -> String {
        let (now, isUnknown) = (now(), user.kind == .unknown)
        let token = ChallengeToken(
            TokenClaims(
                userPoolID: userPoolID, subject: user.sub, issuedAt: now, expiresAt: now + 600,
                scope: ChallengeToken.readScope, actionCode: "cognitoAuth", idempotencyKey: "\(user.sub) \(round)",
                username: user.sub),
            email: isUnknown ? nil : .init(user.email, isVerified: true), isUserUnknown: isUnknown)
        return try token.sealed(with: SignInKeys(current: Array(key.utf8)))
    }

    /// The token that an authenticator gives for a passkey used now.
    private static func resultToken(for challenge: String) throws -> String {
        let (keys, now) = (try SignInKeys(current: Array(key.utf8)), now())
        let opened = try ChallengeToken(opening: challenge, userPoolID: userPoolID, keys: keys, now: now)
        var claims = opened.claims
        (claims.issuedAt, claims.expiresAt) = (now, now + 600)
        let token = ResultToken(claims, method: .passkey)
        return try token.signed(with: keys)
    }

    /// Seconds since 1970.
    static func now() -> Int64 { Int64(Date().timeIntervalSince1970) }
}
#endif
