#if os(Linux)
extension TrialServices {
    /// The variables of functions in `authsignal` mode.
    var authsignal: [String: String] { ["AUTHSIGNAL_SECRET": TrialEvents.key, "AUTHSIGNAL_URL": endpoint + "/v1"] }

    /// The variables of functions in `signed` mode.
    var signed: [String: String] { ["TOKEN_MODE": "signed", "TOKEN_SIGNING_KEY": TrialEvents.key] }

    /// The variables of functions in `oidc` mode.
    var oidc: [String: String] {
        ["TOKEN_MODE": "oidc", "OIDC_ISSUER": endpoint + "/", "OIDC_AUDIENCES": "app"]
    }

    /// The variables of a function that uses the state table.
    var stateTable: [String: String] {
        [
            "AWS_REGION": "eu-west-1", "AWS_ACCESS_KEY_ID": "AKIDEXAMPLE", "AWS_SECRET_ACCESS_KEY": "secret",
            "AWS_ENDPOINT_URL": endpoint, "STATE_TABLE": Self.state,
        ]
    }

    /// The variables of functions that mail codes.
    var codesByMail: [String: String] {
        stateTable.merging([
            "OTP_KEY": TrialEvents.key, "OTP_SENDER": "no-reply@example.test", "OTP_MAILS_PER_HOUR": "1000000",
        ]) { $1 }
    }

    /// The variables of Create and Verify in the flow `EMAIL_OTP`.
    var emailed: [String: String] { codesByMail.merging(["SIGN_IN_FLOW": "EMAIL_OTP"]) { $1 } }

    /// The variables of Authenticator.
    var authenticator: [String: String] {
        codesByMail.merging([
            "TOKEN_SIGNING_KEY": TrialEvents.key, "USER_POOL_ID": TrialEvents.userPoolID,
            "RELYING_PARTY_ID": "example.test", "USERS_TABLE": Self.users,
        ]) { $1 }
    }

    /// The variables of AddAuthenticator.
    var addAuthenticator: [String: String] {
        signed.merging([
            "USER_POOL_ISSUER": TrialIssuer.pool(at: endpoint), "ALLOWED_CLIENT_IDS": TrialIssuer.client,
        ]) { $1 }
    }
}

extension [String: String] {
    /// The variables of a function that gives every answer as soon as it can.
    var withoutWaiting: [String: String] { merging(["MINIMUM_RESPONSE_TIME": "0"]) { $1 } }
}
#endif
