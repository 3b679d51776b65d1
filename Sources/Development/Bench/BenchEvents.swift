#if os(Linux)
internal import JSON
private import Primitives
private import RuntimeAPIHost
internal import SignInTokens

/// The events of the benchmark, and the checks of the answers. A function that answers wrongly is not measured.
enum BenchEvents {
    /// The key with which Create and Verify are configured.
    static let signingKey = "benchmark benchmark benchmark benchmark"

    /// The name of the bare loop, which gets Define's event and answers with a constant.
    static let loop = "bare loop"

    /// The keys that follow from `signingKey`.
    static func keys() throws(BenchError) -> SignInKeys {
        do { return try SignInKeys(current: Array(signingKey.utf8)) } catch { throw .program("keys", "\(error)") }
    }

    /// The user pool of all events.
    static let userPoolID = "eu-west-1_AbCdEf123"

    /// The user of all events.
    static let user = "7d1f4c0e-51b2-4c6c-9a53-0b6a7d0e9f11"

    /// A sign-in after two wrong answers; 889 bytes.
    static let define = event(
        "DefineAuthChallenge_Authentication", response: "challengeName issueTokens failAuthentication"
    ) {
        $0.member("session", raw: Array("[\(wrongRow),\(wrongRow)]".utf8))
        $0.member("clientMetadata") {
            $0.member("signInMethod", "EMAIL_OTP")
            $0.member("deviceKey", "eu-west-1_5f0c1d2e-7a3b-4c4d-9e8f-0a1b2c")
        }
    }

    /// A request to a function URL. No two have one path and token, so each has an id of its own.
    static func request(_ path: String, body: String, token: String) -> [UInt8] {
        FunctionURLEvent.post(path, body, token: token, requestID: "\(path) \(token.suffix(16))")
    }

    /// The first challenge of a sign-in.
    static let create = event(
        "CreateAuthChallenge_Authentication",
        response: "publicChallengeParameters privateChallengeParameters challengeMetadata"
    ) {
        $0.member("challengeName", "CUSTOM_CHALLENGE")
        $0.member("session", raw: Array("[]".utf8))
    }

    /// A sign-up.
    static let preSignUp = event(
        "PreSignUp_SignUp", response: "autoConfirmUser autoVerifyEmail autoVerifyPhone", "false"
    ) {
        $0.member("validationData", raw: Array("null".utf8))
    }

    /// The tokens of a sign-in, which stay as they are.
    static let preTokenGeneration = event("TokenGeneration_Authentication", response: "claimsOverrideDetails") {
        $0.member("groupConfiguration", raw: Array(groups.utf8))
    }

    private static let groups = #"{"groupsToOverride":[],"iamRolesToOverride":[],"preferredRole":null}"#

    /// Verify's event with the right answer to Create's challenge: the challenge's token as the authenticator completes
    /// it.
    static func verify(answering created: [UInt8]) throws(BenchError) -> [UInt8] {
        let token = try resultToken(for: challengeToken(in: created))
        let parameters = try response(of: created)["privateChallengeParameters"]?.bytes ?? []
        return event("VerifyAuthChallengeResponse_Authentication", response: "answerCorrect") {
            $0.member("privateChallengeParameters", raw: parameters)
            $0.member("challengeAnswer", token)
        }
    }

    /// Checks a function's answer to its event.
    static func check(_ answer: [UInt8], of function: String) throws(BenchError) {
        if function.hasPrefix("Authenticator") {
            let content = try content(of: answer)
            guard content["isVerified"]?.bool == true, content["accessToken"]?.string != nil else {
                throw .program(function, "wrong answer: \(String(decoding: answer, as: UTF8.self))")
            }
            return
        }
        if function == "AddAuthenticator" {
            guard try content(of: answer)["token"]?.string != nil else {
                throw .program(function, "wrong answer: \(String(decoding: answer, as: UTF8.self))")
            }
            return
        }
        let response = try response(of: answer)
        let isRight =
            switch function {
            case "DefineAuthChallenge":
                response["challengeName"]?.string == "CUSTOM_CHALLENGE" && response["issueTokens"]?.bool == false
                    && response["failAuthentication"]?.bool == false
            case "CreateAuthChallenge": try challengeToken(in: answer).subject == user
            case "VerifyAuthChallenge": response["answerCorrect"]?.bool == true
            case "PreSignUp": response["autoConfirmUser"]?.bool == true
            case "PreTokenGeneration": response["claimsOverrideDetails"]?.isNull == true
            default: true
            }
        guard isRight else { throw .program(function, "wrong answer: \(String(decoding: answer, as: UTF8.self))") }
    }

    /// Checks that an answer contains a text.
    static func check(_ answer: [UInt8], has text: String) throws(BenchError) {
        let words = String(decoding: answer, as: UTF8.self)
        guard words.contains(text) else { throw .program("function", "no \(text) in its answer: \(words)") }
    }

    private static func response(of answer: [UInt8]) throws(BenchError) -> JSONValue {
        guard let response = try? JSONValue(parsing: answer)["response"] else {
            throw .program("answer", "no JSON object with a response: \(String(decoding: answer, as: UTF8.self))")
        }
        return response
    }

    /// The content of a function's HTTP response, if it is a success.
    static func content(of answer: [UInt8]) throws(BenchError) -> JSONValue {
        guard let response = try? JSONValue(parsing: answer), response["statusCode"]?.integer == 200,
            let body = response["body"]?.string, let content = try? JSONValue(parsing: Array(body.utf8))
        else { throw .program("function", "refused: \(String(decoding: answer, as: UTF8.self))") }
        return content
    }

    private static func challengeToken(in created: [UInt8]) throws(BenchError) -> ChallengeToken {
        let token = try response(of: created)["publicChallengeParameters"]?["token"]?.string ?? ""
        let keys = try keys()
        do throws(SignInTokenError) {
            return try ChallengeToken(
                opening: token, userPoolID: userPoolID, keys: keys, now: BenchClock.secondsSince1970())
        } catch {
            throw .program("CreateAuthChallenge", "no valid token: \(error)")
        }
    }

    /// The token that an authenticator gives for a passkey used now.
    private static func resultToken(for challenge: ChallengeToken) throws(BenchError) -> String {
        let (keys, now) = (try keys(), BenchClock.secondsSince1970())
        let token = ResultToken(
            userPoolID: userPoolID, subject: challenge.subject, issuedAt: now, expiresAt: now + 600,
            scope: challenge.scope, actionCode: challenge.actionCode, idempotencyKey: challenge.idempotencyKey,
            username: challenge.username, method: .passkey)
        do { return try token.signed(with: keys) } catch {
            throw .program("CreateAuthChallenge", "a token that cannot be completed: \(error)")
        }
    }

    private static let wrongRow =
        #"{"challengeName":"CUSTOM_CHALLENGE","challengeResult":false,"#
        + #""challengeMetadata":"RESULT_TOKEN who=Q2nHc0pXbA3rKqk3Yt0v1w;flow=RT"}"#

    /// An event as Cognito sends it.
    private static func event(
        _ triggerSource: String, response: String, _ value: String = "null", request: (inout JSONWriter) -> Void
    ) -> [UInt8] {
        TriggerEvent.bytes(
            triggerSource, userPoolID: userPoolID, userName: user,
            response: response.split(separator: " ").map(String.init), initial: value
        ) { members in
            TriggerEvent.write(sub: user, email: "ana@example.test", to: &members)
            request(&members)
        }
    }
}
#endif
