#if os(Linux)
internal import RuntimeAPIHost

extension Benchmark {
    /// The bare loop, and every function.
    static func subjects(
        _ bootstraps: Bootstraps, loop: String, _ services: TrialServices
    ) throws -> [BenchSubject] {
        let verify = try BenchSubject.verifyEvent(bootstraps, services)
        func authenticator(_ proof: TrialSignIn.Proof, _ limits: BenchLimits) throws -> BenchSubject {
            try BenchSubject(
                "Authenticator", proof.rawValue, of: bootstraps, services.authenticator.withoutWaiting,
                answer: #"\"isVerified\":true"#, limits: limits
            ) { try TrialSignIn(services, $0).event(proving: proof) }
        }
        return [
            BenchSubject(loop: loop),
            try BenchSubject(
                "DefineAuthChallenge", of: bootstraps, [:],
                answer: #"{"challengeName":"CUSTOM_CHALLENGE","issueTokens":false,"failAuthentication":false}"#,
                limits: .decision
            ) { _ in TrialEvents.define(.ana) },
            try BenchSubject(
                "CreateAuthChallenge", of: bootstraps, services.signed, answer: #""token":"ey"#, limits: .token
            ) { _ in TrialEvents.create(.ana) },
            try BenchSubject(
                "VerifyAuthChallenge", of: bootstraps, services.signed, answer: #""answerCorrect":true"#,
                limits: .token
            ) { _ in verify },
            try BenchSubject(
                "PreSignUp", of: bootstraps, ["CONFIRM_SIGN_UP": "auto", "ALLOWED_CLIENT_IDS": "*"],
                answer: #""autoConfirmUser":true"#
            ) { _ in TrialEvents.preSignUp(.ana) },
            try BenchSubject(
                "PreTokenGeneration", of: bootstraps, [:], answer: #""claimsOverrideDetails":null"#
            ) { _ in TrialEvents.preTokenGeneration(.ana) },
            try BenchSubject(
                "AddAuthenticator", of: bootstraps, services.addAuthenticator.withoutWaiting,
                answer: #"\"token\":\"ey"#
            ) { _ in try TrialEvents.addAuthenticator(.ana, services) },
            try authenticator(.passkey, .passkey), try authenticator(.code, .code),
        ]
    }
}
#endif
