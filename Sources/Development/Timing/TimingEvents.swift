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
    static func verify(_ user: TimingUser, created: [UInt8], answer: String) throws(TimingError) -> [UInt8] {
        guard let reply = try? JSONValue(parsing: created),
            let parameters = reply["response"]?["privateChallengeParameters"]
        else { throw .function("CreateAuthChallenge", "no private parameters") }
        return trigger(user, "VerifyAuthChallengeResponse_Authentication") { request in
            request.member("privateChallengeParameters", raw: parameters.bytes)
            request.member("challengeAnswer", answer)
        }
    }

    /// A request to the authenticator for a code, from a network of its own.
    static func code(_ user: TimingUser) throws(TimingError) -> [UInt8] {
        let token = try token(user)
        let address = user.kind == .otherAddress ? "other@example.test" : user.email
        return request("user-authenticators/email-otp", #"{"email":"\#(address)"}"#, token)
    }

    /// The events of a wrong answer to the authenticator, of which only the last one is measured.
    static func answer(
        _ user: TimingUser, _ answer: String, isCodeAsked: Bool
    ) throws(TimingError) -> (before: [[UInt8]], measured: [UInt8]) {
        let token = try token(user)
        return (
            isCodeAsked ? [request("challenge/email-otp", "{}", token)] : [],
            request("verify/email-otp", #"{"verificationCode":"\#(answer)"}"#, token)
        )
    }

    /// A request to the authenticator from a network of its own.
    private static func request(_ path: String, _ body: String, _ token: String) -> [UInt8] {
        let network = (0..<3).map { _ in String(Int.random(in: 1...250)) }.joined(separator: ".")
        return FunctionURLEvent(
            path: "/v1/client/" + path, body: body, token: token, sourceIP: "10." + network,
            requestID: UUID().uuidString
        ).bytes
    }

    /// A challenge token as Create seals it.
    private static func token(_ user: TimingUser) throws(TimingError) -> String {
        let now = Int64(Date().timeIntervalSince1970)
        let isUnknown = user.kind == .unknown
        let token = ChallengeToken(
            userPoolID: userPoolID, subject: user.sub, issuedAt: now, expiresAt: now + 600, actionCode: "cognitoAuth",
            idempotencyKey: user.sub, username: user.sub, email: isUnknown ? nil : .init(user.email, isVerified: true),
            isUserUnknown: isUnknown)
        do { return try token.sealed(with: SignInKeys(current: Array(signingKey.utf8))) } catch {
            throw .noToken("\(error)")
        }
    }

    private static func trigger(
        _ user: TimingUser, _ source: String, request: (inout JSONWriter) -> Void
    ) -> [UInt8] {
        JSONWriter.object { event in
            event.member("version", "1")
            event.member("region", "eu-west-1")
            event.member("userPoolId", userPoolID)
            event.member("userName", user.kind == .unknown ? user.email : user.sub)
            event.member("callerContext") { context in
                context.member("awsSdkVersion", "aws-sdk-unknown-unknown")
                context.member("clientId", "3kq0example1clientid2value3")
            }
            event.member("triggerSource", source)
            event.member("request") { members in
                members.member("userAttributes") { attributes in
                    guard user.kind != .unknown else { return }
                    attributes.member("sub", user.sub)
                    attributes.member("cognito:user_status", "CONFIRMED")
                    attributes.member("email_verified", "true")
                    attributes.member("email", user.email)
                }
                request(&members)
                if user.kind == .unknown { members.member("userNotFound", true) }
            }
            event.member("response") { response in
                for name in ["publicChallengeParameters", "privateChallengeParameters", "challengeMetadata"] {
                    response.member(name, raw: Array("null".utf8))
                }
                response.member("answerCorrect", raw: Array("null".utf8))
            }
        }
    }
}
