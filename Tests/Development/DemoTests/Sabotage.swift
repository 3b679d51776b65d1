import Sandbox
import Testing

/// A function that is not right, and the steps of the demo that must show it.
struct Sabotage: Sendable, CustomTestStringConvertible {
    let testDescription: String
    /// The flow that the demo runs.
    let flow: StackSettings.Flow
    /// The function in whose place it stands.
    let function: String
    let titles: [String]
    /// A variable of the real function, with the value that makes it wrong; nil for one that says yes to everything.
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
            "a Verify that says yes to every answer", "VerifyAuthChallenge",
            [
                "a wrong code, three times", "another user's result token", "a code's token in the next round",
                "three answers for the unknown user",
            ]),
        Sabotage(
            "proofs that are not bound to their round", "VerifyAuthChallenge", variable: "ROUND_BINDING=age",
            ["a code's token in the next round", "a passkey's token after a wrong answer"]),
        Sabotage(
            "too many attempts", "DefineAuthChallenge", variable: "MAX_ATTEMPTS=4",
            ["a wrong code, three times", "three answers for the unknown user"]),
        Sabotage("SRP let in", "DefineAuthChallenge", variable: "SRP_START=ignore", ["a start with SRP"]),
        Sabotage(
            "addresses never marked as verified", "VerifyAuthChallenge", variable: "MARK_EMAIL_VERIFIED=false",
            ["look at the account"]),
        Sabotage("accounts left unconfirmed", "PreSignUp", variable: "CONFIRM_SIGN_UP=code", ["sign up"]),
        Sabotage(
            "proofs that nothing remembers", "VerifyAuthChallenge", variable: "STATE_TABLE=",
            ["a passkey's token in two new sessions"]),
        Sabotage(
            "codes of which any is right", "VerifyAuthChallenge", flow: .emailOTP,
            ["a slip of the finger", "a wrong code, three times", "a used code", "a code of another user's"]),
        Sabotage(
            "guesses that nobody counts", "VerifyAuthChallenge", flow: .emailOTP, variable: "OTP_GUESSES_PER_CODE=10",
            ["five wrong codes in two sign-ins"]),
        Sabotage(
            "codes without end", "CreateAuthChallenge", flow: .emailOTP, variable: "OTP_CODES_PER_HOUR=20",
            ["too many codes"]
        ),
        Sabotage(
            "a flow that forgets the password", "DefineAuthChallenge", flow: .passwordThenResultToken,
            variable: "SIGN_IN_FLOW=RESULT_TOKEN", ["start with SRP", "a wrong password", "a start without SRP"]),
        Sabotage(
            "a guard that looks away", "PreTokenGeneration", flow: .passwordThenEmailOTP,
            variable: "ALLOWED_CLIENT_IDS=x",
            ["a password that must be changed"]),
        Sabotage(
            "CAPTCHAs of which any is right", "VerifyAuthChallenge", flow: .captchaThenEmailOTP,
            ["fail it", "a text of one's own", "one answer in two sign-ins", "three CAPTCHAs failed"]),
        Sabotage(
            "CAPTCHAs of anywhere", "VerifyAuthChallenge", flow: .captchaThenEmailOTP,
            variable: "CAPTCHA_HOSTNAMES=localhost,localhost.evil.test", ["solved on another host's page"]),
        Sabotage(
            "CAPTCHAs for anything", "VerifyAuthChallenge", flow: .captchaThenResultToken, variable: "CAPTCHA_ACTION=",
            ["solved for another action"]),
        Sabotage("a Create that does not start", "CreateAuthChallenge", variable: "TOKEN_MODE=x", ["start to sign in"]),
    ]

    /// The shell script of the bootstrap.
    func script(_ bootstraps: String) -> String {
        guard let variable else { return Self.yes }
        return "export \(variable)\nexec '\(bootstraps)/\(function)'"
    }

    /// The loop of a function that puts true in the place of every null, over the sockets that bash has built in.
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
