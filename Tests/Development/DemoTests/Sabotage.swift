/// Wrong functions, and the step of the demo that must notice them.
struct Sabotage: Sendable {
    let name: String
    /// Variables that make real functions wrong, with their values, by the functions' names. A function without any
    /// accepts every answer.
    let wrong: [String: [String]]
    /// A part of the title of the step that must fail.
    let title: String

    private init(_ name: String, _ wrong: [String: [String]], _ title: String) {
        self.name = name
        self.wrong = wrong
        self.title = title
    }

    static let allCases = [
        Sabotage(
            "accounts left unconfirmed", ["PreSignUp": ["CONFIRM_SIGN_UP=code"]], "Ana signs up"),
        Sabotage(
            "a Create that does not start", ["CreateAuthChallenge": ["TOKEN_MODE=x"]], "her app starts a sign-in"),
        Sabotage(
            "a Verify with another key",
            ["VerifyAuthChallenge": ["TOKEN_SIGNING_KEY=a-key-that-the-other-functions-do-not-have"]],
            "the app answers the challenge"),
        Sabotage(
            "a Verify that accepts every answer", ["VerifyAuthChallenge": []], "a thief has copied that answer"),
        Sabotage(
            "a Verify that takes no passkeys", ["VerifyAuthChallenge": ["USERS_TABLE="]],
            "the app answers a new sign-in"),
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
