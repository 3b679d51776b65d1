import Sandbox
import Testing

/// Wrong functions, and the steps of the demo that must notice them.
struct Sabotage: Sendable {
    let name: String
    /// The flow that the demo runs.
    let flow: StackSettings.Flow
    let mode: StackSettings.TokenMode
    /// Variables that make real functions wrong, with their values, by the functions' names. A function without any
    /// accepts every answer.
    let wrong: [String: [String]]
    /// Parts of the titles of the steps that must fail.
    let titles: [String]

    private init(
        _ name: String, flow: StackSettings.Flow = .resultToken, mode: StackSettings.TokenMode = .signed,
        _ wrong: [String: [String]], _ titles: [String]
    ) {
        self.name = name
        self.flow = flow
        self.mode = mode
        self.wrong = wrong
        self.titles = titles
    }

    /// What is wrong in several ways at once must be noticed by other steps for each of them.
    static let allCases = [
        Sabotage(
            "a Verify that accepts every answer", ["VerifyAuthChallenge": []],
            [
                "a wrong code three times", "another user's result token", "a code's token in the next round",
                "three answers for the unknown user",
            ]),
        Sabotage(
            "proofs that are not bound to their round, and SRP accepted",
            ["VerifyAuthChallenge": ["ROUND_BINDING=age"], "DefineAuthChallenge": ["SRP_START=ignore"]],
            [
                "a code's token in the next round", "a passkey's token after a wrong answer",
                "start a sign-in with SRP",
            ]),
        Sabotage(
            "too many attempts, and addresses never marked as verified",
            ["DefineAuthChallenge": ["MAX_ATTEMPTS=4"], "VerifyAuthChallenge": ["MARK_EMAIL_VERIFIED=false"]],
            ["a wrong code three times", "three answers for the unknown user", "look at the account"]),
        Sabotage(
            "used proofs that are not remembered", ["VerifyAuthChallenge": ["STATE_TABLE="]],
            ["a passkey's token in two new sessions"]),
        Sabotage("accounts left unconfirmed", ["PreSignUp": ["CONFIRM_SIGN_UP=code"]], ["sign up"]),
        Sabotage(
            "a Verify that accepts every code", flow: .emailOTP, ["VerifyAuthChallenge": []],
            ["mistype the code", "a wrong code three times", "a used code", "another user's code"]),
        Sabotage(
            "long codes that only Create knows", flow: .emailOTP,
            ["CreateAuthChallenge": ["OTP_COUNTING_KEY=a-key-that-the-other-functions-do-not-have"]],
            ["too many codes"]),
        Sabotage(
            "a flow that skips the password", flow: .passwordThenResultToken,
            ["DefineAuthChallenge": ["SIGN_IN_FLOW=RESULT_TOKEN"]],
            ["start with SRP", "a wrong password", "start a sign-in without SRP"]),
        Sabotage(
            "a PreTokenGeneration that accepts a new password", flow: .passwordThenEmailOTP,
            ["PreTokenGeneration": ["ALLOWED_CLIENT_IDS=x"]], ["change a temporary password"]),
        Sabotage(
            "a Verify that accepts every CAPTCHA answer", flow: .captchaThenEmailOTP, ["VerifyAuthChallenge": []],
            ["fail the CAPTCHA", "a made-up text", "one answer in two sign-ins", "fail three CAPTCHAs"]),
        Sabotage(
            "CAPTCHAs solved on any host and for any action", flow: .captchaThenResultToken,
            ["VerifyAuthChallenge": ["CAPTCHA_HOSTNAMES=localhost,localhost.evil.test", "CAPTCHA_ACTION="]],
            ["an answer from another host's page", "an answer for another action"]),
        Sabotage(
            "a Create that does not start", ["CreateAuthChallenge": ["TOKEN_MODE=x"]], ["start a sign-in"]),
        Sabotage(
            "a PreSignUp without the provider", mode: .oidc, ["PreSignUp": ["TOKEN_MODE=signed"]],
            ["sign up in Cognito with that subject"]),
        Sabotage(
            "a PreSignUp that looks at another attribute, and used ID tokens not remembered", mode: .oidc,
            ["PreSignUp": ["OIDC_SUBJECT_ATTRIBUTE=custom:other"], "VerifyAuthChallenge": ["STATE_TABLE="]],
            ["sign up with another user's subject", "an ID token in two new sessions"]),
        Sabotage(
            "a Verify that looks at another attribute", mode: .oidc,
            ["VerifyAuthChallenge": ["OIDC_SUBJECT_ATTRIBUTE=custom:other"]],
            ["answer the challenge with the ID token"]),
        Sabotage(
            "a Verify for another app", mode: .oidc, ["VerifyAuthChallenge": ["OIDC_AUDIENCES=other"]],
            ["answer the challenge with the ID token"]),
    ]

    /// The shell scripts of the bootstraps, by the functions' names.
    func scripts(_ bootstraps: String) -> [String: String] {
        .init(
            uniqueKeysWithValues: wrong.map { function, variables in
                let real = variables.map { "export \($0)\n" }.joined() + "exec '\(bootstraps)/\(function)'"
                return (function, variables.isEmpty ? Self.yes : real)
            })
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
