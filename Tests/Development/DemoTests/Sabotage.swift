import Sandbox
import Testing

/// A wrong function, and the steps of the demo that must notice it.
struct Sabotage: Sendable, CustomTestStringConvertible {
    let testDescription: String
    /// The flow that the demo runs.
    let flow: StackSettings.Flow
    /// The function that it replaces.
    let function: String
    /// Parts of the titles of the steps that must fail.
    let titles: [String]
    /// A variable that makes the real function wrong, with its value; nil for a function that accepts every answer.
    let variable: String?

    private init(
        _ description: String, _ function: String, flow: StackSettings.Flow = .resultToken, variable: String? = nil,
        _ titles: [String]
    ) {
        testDescription = description
        self.flow = flow
        self.function = function
        self.titles = titles
        self.variable = variable
    }

    static let allCases = [
        Sabotage(
            "a Verify that accepts every answer", "VerifyAuthChallenge",
            [
                "a wrong code three times", "another user's result token", "a code's token in the next round",
                "three answers for the unknown user",
            ]),
        Sabotage(
            "proofs that are not bound to their round", "VerifyAuthChallenge", variable: "ROUND_BINDING=age",
            ["a code's token in the next round", "a passkey's token after a wrong answer"]),
        Sabotage(
            "too many attempts", "DefineAuthChallenge", variable: "MAX_ATTEMPTS=4",
            ["a wrong code three times", "three answers for the unknown user"]),
        Sabotage("SRP accepted", "DefineAuthChallenge", variable: "SRP_START=ignore", ["start a sign-in with SRP"]),
        Sabotage(
            "addresses never marked as verified", "VerifyAuthChallenge", variable: "MARK_EMAIL_VERIFIED=false",
            ["look at the account"]),
        Sabotage("accounts left unconfirmed", "PreSignUp", variable: "CONFIRM_SIGN_UP=code", ["sign up"]),
        Sabotage(
            "used proofs that are not remembered", "VerifyAuthChallenge", variable: "STATE_TABLE=",
            ["a passkey's token in two new sessions"]),
        Sabotage(
            "a Verify that accepts every code", "VerifyAuthChallenge", flow: .emailOTP,
            ["mistype the code", "a wrong code three times", "a used code", "another user's code"]),
        Sabotage(
            "long codes that only Create knows", "CreateAuthChallenge", flow: .emailOTP,
            variable: "OTP_COUNTING_KEY=a-key-that-the-other-functions-do-not-have", ["too many codes"]
        ),
        Sabotage(
            "a flow that skips the password", "DefineAuthChallenge", flow: .passwordThenResultToken,
            variable: "SIGN_IN_FLOW=RESULT_TOKEN",
            ["start with SRP", "a wrong password", "start a sign-in without SRP"]),
        Sabotage(
            "a PreTokenGeneration that accepts a new password", "PreTokenGeneration", flow: .passwordThenEmailOTP,
            variable: "ALLOWED_CLIENT_IDS=x",
            ["change a temporary password"]),
        Sabotage(
            "a Verify that accepts every CAPTCHA answer", "VerifyAuthChallenge", flow: .captchaThenEmailOTP,
            ["fail the CAPTCHA", "a made-up text", "one answer in two sign-ins", "fail three CAPTCHAs"]),
        Sabotage(
            "CAPTCHAs solved on any host", "VerifyAuthChallenge", flow: .captchaThenEmailOTP,
            variable: "CAPTCHA_HOSTNAMES=localhost,localhost.evil.test", ["an answer from another host's page"]),
        Sabotage(
            "CAPTCHAs solved for any action", "VerifyAuthChallenge", flow: .captchaThenResultToken,
            variable: "CAPTCHA_ACTION=",
            ["an answer for another action"]),
        Sabotage("a Create that does not start", "CreateAuthChallenge", variable: "TOKEN_MODE=x", ["start a sign-in"]),
    ]

    /// All cases, two at a time.
    static let pairs = stride(from: 0, to: allCases.count, by: 2).map {
        Array(allCases[$0..<min($0 + 2, allCases.count)])
    }

    /// The shell script of the bootstrap.
    func script(_ bootstraps: String) -> String {
        guard let variable else { return Self.yes }
        return "export \(variable)\nexec '\(bootstraps)/\(function)'"
    }

    /// The loop of a function that accepts every answer, written with bash's own sockets.
    private static let yes = """
        exec bash <<'END'
        export LC_ALL=C
        host=${AWS_LAMBDA_RUNTIME_API%:*} port=${AWS_LAMBDA_RUNTIME_API#*:}
        base=/2018-06-01/runtime/invocation
        while exec 3<>"/dev/tcp/$host/$port"; do
            printf 'GET %s/next HTTP/1.1\\r\\nHost: x\\r\\n\\r\\n' "$base" >&3
            id= length=0
            while IFS=': ' read -r name value <&3; do
                value=${value%$'\\r'}
                case $name in
                [Ll]ambda-[Rr]untime-[Aa]ws-[Rr]equest-[Ii]d) id=$value ;;
                [Cc]ontent-[Ll]ength) length=$value ;;
                $'\\r'|'') break ;;
                esac
            done
            IFS= read -r -d '' -N "$length" event <&3
            reply=${event//'"answerCorrect":null'/'"answerCorrect":true'}
            printf 'POST %s/%s/response HTTP/1.1\\r\\nHost: x\\r\\nContent-Length: %s\\r\\n\\r\\n%s' \\
                "$base" "$id" "${#reply}" "$reply" >&3
            read -r status <&3
            exec 3>&-
        done
        END
        """
}
