internal import LocalCognito
internal import StandIns
internal import WebAuthn

/// The functions' environment variables: the variables that `template.yaml` sets, with values for this machine.
extension StackSettings {
    /// The variables of a trigger's function.
    ///
    /// - Parameter endpoint: the base URL of everything that the functions call, without a slash at the end.
    func environment(of trigger: PoolTrigger, endpoint: String) -> [String: String] {
        var variables: [String: String]
        switch trigger {
        case .defineAuthChallenge:
            variables = ["SIGN_IN_FLOW": flow.rawValue]
            variables.merge(auditVariables(computesDigests: false)) { $1 }
        case .createAuthChallenge:
            variables = challengeVariables(endpoint)
            variables.merge(auditVariables(computesDigests: true)) { $1 }
            if flow.sendsCodes { variables["OTP_SENDER"] = Self.codeSender }
            if takesPasskeyAnswers { variables["RELYING_PARTY_ID"] = relyingPartyID }
        case .verifyAuthChallengeResponse:
            variables = challengeVariables(endpoint)
            variables.merge(auditVariables(computesDigests: false)) { $1 }
            variables["MARK_EMAIL_VERIFIED"] = "true"
            if flow.hasCaptcha { variables["CAPTCHA_SECRET"] = CaptchaStandIn.secret }
            if stateTable == .on {
                variables["STATE_TABLE"] = Self.stateTableName
            }
            if takesPasskeyAnswers {
                variables["USERS_TABLE"] = Self.usersTableName
                variables.merge(relyingPartyVariables(endpoint)) { $1 }
            }
        case .preSignUp:
            variables = ["CONFIRM_SIGN_UP": signUpConfirmation.rawValue, "ALLOWED_CLIENT_IDS": clientIDs]
            if takesIDTokens { variables.merge(providerVariables(endpoint)) { $1 } }
        default: variables = ["ALLOWED_CLIENT_IDS": clientIDs]
        }
        return variables.merging(functionVariables) { $1 }
    }

    /// Whether a passkey's assertion may itself answer Cognito's challenge.
    private var takesPasskeyAnswers: Bool { stateTable == .on && tokenMode == .signed && !flow.sendsCodes }

    /// The variables of AddAuthenticator; nil if its tokens would be of no use.
    func addAuthenticatorEnvironment(endpoint: String) -> [String: String]? {
        guard !flow.sendsCodes, tokenMode != .oidc else { return nil }
        let address = endpoint.replacing("127.0.0.1", with: "localhost")
        let own = [
            "USER_POOL_ISSUER": "\(address)/\(pool.id),\(address)/\(PoolIssuer.folder)/\(pool.id)",
            "ALLOWED_CLIENT_IDS": clientIDs,
        ]
        return own.merging(tokenVariables(endpoint)) { $1 }.merging(auditVariables(computesDigests: true)) { $1 }
            .merging(functionVariables) { $1 }
    }

    /// The variables of the authenticator.
    func authenticatorEnvironment(port: UInt16) -> [String: String] {
        let endpoint = "http://127.0.0.1:\(port)"
        var variables = [
            "TOKEN_SIGNING_KEY": Self.signingKey, "USER_POOL_ID": pool.id, "RELYING_PARTY_NAME": "Passkey sandbox",
            "APPLE_APP_IDS": appleAppIDs.joined(separator: ","), "USERS_TABLE": Self.usersTableName,
            "STATE_TABLE": Self.stateTableName, "OTP_KEY": Self.codeKey, "OTP_SENDER": Self.codeSender,
        ]
        variables.merge(relyingPartyVariables(endpoint)) { $1 }
        variables.merge(Self.withoutWaiting) { $1 }
        variables.merge(Self.awsVariables(endpoint)) { $1 }
        variables.merge(auditVariables(computesDigests: true)) { $1 }
        return variables.merging(functionVariables) { $1 }
    }

    /// The variables with which passkeys are verified, which Verify and the authenticator share.
    private func relyingPartyVariables(_ endpoint: String) -> [String: String] {
        // The functions do not start with a page among their own that no browser would let use the passkeys.
        let (own, related) = passkeyOrigins(endpoint)
        return [
            "RELYING_PARTY_ID": relyingPartyID, "PASSKEY_ORIGINS": own.joined(separator: ","),
            "RELATED_ORIGINS": related.joined(separator: ","),
            "ANDROID_APPS": androidApps.map { "\($0.packageName)=\($0.fingerprint)" }.joined(separator: ","),
        ]
    }

    /// The origins at the relying party's domain, with the sandbox's own page, and the others.
    private func passkeyOrigins(_ endpoint: String) -> (own: [String], related: [String]) {
        func isOwn(_ text: String) -> Bool {
            (try? Origin(text))?.isWithin(relyingPartyID: relyingPartyID) ?? true
        }
        let page = endpoint.replacing("127.0.0.1", with: "localhost")
        return (([page] + origins).filter(isOwn), origins.filter { !isOwn($0) })
    }

    /// Nobody watches the sandbox's times, so nobody waits for what hides them.
    private static let withoutWaiting = ["MINIMUM_RESPONSE_TIME": "0"]

    /// The variables by which the functions call AWS.
    private static func awsVariables(_ endpoint: String) -> [String: String] {
        var variables = ["AWS_ACCESS_KEY_ID": "sandbox", "AWS_SECRET_ACCESS_KEY": "sandbox"]
        for service in ["COGNITO_IDENTITY_PROVIDER", "DYNAMODB", "SESV2"] {
            variables["AWS_ENDPOINT_URL_\(service)"] = endpoint
        }
        return variables
    }

    private var clientIDs: String { pool.clients.map(\.id).joined(separator: ",") }

    /// The variables that Create and Verify share.
    private func challengeVariables(_ endpoint: String) -> [String: String] {
        var variables = flow.sendsCodes ? codeVariables : tokenVariables(endpoint)
        if flow.hasCaptcha { variables.merge(captchaVariables(endpoint)) { $1 } }
        variables["SIGN_IN_FLOW"] = flow.rawValue
        return variables.merging(Self.awsVariables(endpoint)) { $1 }
    }

    private var codeVariables: [String: String] {
        let variables = ["OTP_KEY": Self.codeKey, "MASKED_ADDRESS": "letters"].merging(Self.withoutWaiting) { $1 }
        let limits = stateTable == .on ? ["STATE_TABLE": Self.stateTableName] : ["OTP_WITHOUT_LIMITS": "true"]
        return variables.merging(limits) { $1 }
    }

    private func captchaVariables(_ endpoint: String) -> [String: String] {
        [
            "CAPTCHA_PROVIDER": "turnstile", "CAPTCHA_SITE_KEY": CaptchaStandIn.siteKey,
            "CAPTCHA_HOSTNAMES": captchaHostnames, "CAPTCHA_ACTION": Self.captchaAction,
            "CAPTCHA_VERIFY_URL": endpoint + "/captcha/siteverify",
        ]
    }

    /// The hosts of the pages that may show the CAPTCHA: the sandbox's own, and those of the other origins.
    private var captchaHostnames: String {
        let others = origins.compactMap { try? Origin($0) }.compactMap(\.host)
        return Set(["localhost"] + others).sorted().joined(separator: ",")
    }

    private func tokenVariables(_ endpoint: String) -> [String: String] {
        switch tokenMode {
        case .signed: ["TOKEN_MODE": "signed", "TOKEN_SIGNING_KEY": Self.signingKey]
        case .authsignal:
            [
                "TOKEN_MODE": "authsignal", "AUTHSIGNAL_SECRET": Self.authsignalSecret,
                "AUTHSIGNAL_URL": endpoint + "/v1", "FIRST_ENROLMENT": firstEnrolment.rawValue,
            ].merging(Self.withoutWaiting) { $1 }
        // The grant type for native passkeys does not support a nonce.
        case .oidc: providerVariables(endpoint).merging(["ID_TOKEN_NONCE": "age"]) { $1 }
        }
    }

    /// The variables for the provider. Its issuer has the name that browsers use, because passkeys need a name.
    private func providerVariables(_ endpoint: String) -> [String: String] {
        [
            "TOKEN_MODE": "oidc", "OIDC_ISSUER": endpoint.replacing("127.0.0.1", with: "localhost") + "/",
            "OIDC_AUDIENCES": Self.providerClientID,
        ]
    }
}
