internal import LocalCognito

/// The variables of the functions in a saved sign-in.
extension StackSettings {
    /// The variables of each function of a sign-in, with placeholders for what differs in a replay.
    ///
    /// Keys, secrets and passwords that were given to this sandbox with `--variable` are left out.
    func savedVariables(endpoint: String) -> [String: [String: String]] {
        var own = self
        own.functionVariables = functionVariables.filter { name, _ in
            !["KEY", "SECRET", "PASSWORD", "TOKEN"].contains { name.contains($0) }
        }
        let triggers: [(String, PoolTrigger)] = [
            ("DefineAuthChallenge", .defineAuthChallenge), ("CreateAuthChallenge", .createAuthChallenge),
            ("VerifyAuthChallenge", .verifyAuthChallengeResponse), ("PreTokenGeneration", .preTokenGeneration),
        ]
        return Dictionary(
            uniqueKeysWithValues: triggers.map { function, trigger in
                (function, Self.neutral(own.environment(of: trigger, endpoint: endpoint)))
            })
    }

    /// The placeholders of what a replay has in other places.
    private static let placeholders = [
        "AUTHSIGNAL_URL": "${authsignalURL}", "AUTHSIGNAL_SECRET": "${authsignalSecret}",
        "CAPTCHA_VERIFY_URL": "${captchaURL}/siteverify", "CAPTCHA_SECRET": "${captchaSecret}",
        "OIDC_ISSUER": "${oidcIssuer}", "STATE_TABLE": "${stateTable}",
        "USERS_TABLE": "${usersTable}",
        // Not this sandbox's own key: a replay compares no digests.
        "AUDIT_KEY": "replay-audit-key-that-protects-nothing",
    ]

    private static func neutral(_ variables: [String: String]) -> [String: String] {
        let endpoints = "AWS_ENDPOINT_URL"
        var neutral: [String: String] = [:]
        for (name, value) in variables {
            if name.hasPrefix(endpoints) {
                neutral[endpoints] = "${awsURL}"
            } else {
                neutral[name] = placeholders[name] ?? value
            }
        }
        return neutral
    }
}
