internal import Foundation
internal import JSON
private import RuntimeAPIHost
internal import SignInTokens

/// The events of users, as Cognito and a function URL deliver them.
enum TimingEvents {
    static let userPoolID = "eu-west-1_AbCdEf123"
    static let signingKey = "timing-signing-key-0123456789abcdefghij"

    /// The first challenge of a sign-in.
    static func create(_ user: TimingUser) -> [UInt8] {
        trigger(user, "CreateAuthChallenge_Authentication") { request in
            request.member("challengeName", "CUSTOM_CHALLENGE")
            request.member("session", [])
        }
    }

    /// A wrong answer to the challenge that Create made.
    static func verify(_ user: TimingUser, created: [UInt8], answer: String) throws(BenchError) -> [UInt8] {
        guard let reply = try? JSONValue(parsing: created),
            let parameters = reply["response"]?["privateChallengeParameters"]
        else { throw .program("CreateAuthChallenge", "no private parameters") }
        return trigger(user, "VerifyAuthChallengeResponse_Authentication") { request in
            request.member("privateChallengeParameters", raw: parameters.bytes)
            request.member("challengeAnswer", answer)
        }
    }

    /// A request to the authenticator for a code.
    static func code(_ user: TimingUser) throws(BenchError) -> [UInt8] {
        let token = try token(user)
        let address = user.kind == .otherAddress ? "other@example.test" : user.email
        return request("user-authenticators/email-otp", #"{"email":"\#(address)"}"#, token)
    }

    /// The events of a wrong answer to the authenticator, of which only the last one is measured.
    static func answer(
        _ user: TimingUser, _ answer: String, isCodeAsked: Bool
    ) throws(BenchError) -> (before: [[UInt8]], measured: [UInt8]) {
        let token = try token(user)
        return (
            isCodeAsked ? [request("challenge/email-otp", "{}", token)] : [],
            request("verify/email-otp", #"{"verificationCode":"\#(answer)"}"#, token)
        )
    }

    /// A request to the authenticator.
    private static func request(_ path: String, _ body: String, _ token: String) -> [UInt8] {
        FunctionURLEvent.post("/v1/client/" + path, body, token: token, requestID: UUID().uuidString)
    }

    /// A challenge token as Create seals it.
    private static func token(_ user: TimingUser) throws(BenchError) -> String {
        let now = Int64(Date().timeIntervalSince1970)
        let isUnknown = user.kind == .unknown
        let token = ChallengeToken(
            userPoolID: userPoolID, subject: user.sub, issuedAt: now, expiresAt: now + 600, actionCode: "cognitoAuth",
            idempotencyKey: user.sub, username: user.sub, email: isUnknown ? nil : .init(user.email, isVerified: true),
            isUserUnknown: isUnknown)
        do { return try token.sealed(with: SignInKeys(current: Array(signingKey.utf8))) } catch {
            throw .program("token", "\(error)")
        }
    }

    private static func trigger(
        _ user: TimingUser, _ source: String, request: (inout JSONWriter) -> Void
    ) -> [UInt8] {
        let isUnknown = user.kind == .unknown
        return TriggerEvent.bytes(
            source, userPoolID: userPoolID, userName: isUnknown ? user.email : user.sub,
            response: ["publicChallengeParameters", "privateChallengeParameters", "challengeMetadata", "answerCorrect"]
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
