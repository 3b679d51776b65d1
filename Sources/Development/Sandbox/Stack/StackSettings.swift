package import LocalCognito

/// How a sandbox is set up.
package struct StackSettings: Sendable {
    /// Where the tokens of a challenge come from (`TOKEN_MODE`).
    package enum TokenMode: String, CaseIterable, Sendable { case signed, authsignal, oidc }
    /// Who gives a user the first authenticator (`FIRST_ENROLMENT`).
    package enum FirstEnrolment: String, CaseIterable, Sendable { case server, client, deny }
    /// How an account that signs up is confirmed (`CONFIRM_SIGN_UP`).
    package enum SignUpConfirmation: String, CaseIterable, Sendable { case auto, code }

    /// An Android app that may use the sandbox's passkeys.
    package struct AndroidApp: Equatable, Sendable {
        /// The app's package name.
        package let packageName: String
        /// SHA-256 of its signing certificate, as the tools print it: pairs of hexadecimal digits between colons.
        package let fingerprint: String

        /// An app.
        package init(packageName: String, fingerprint: String) {
            self.packageName = packageName
            self.fingerprint = fingerprint
        }
    }

    /// The port of everything; 0 for one that the system chooses. Passkeys made in a browser are bound to it.
    package var port: UInt16 = 0
    /// Where tokens come from.
    package var tokenMode = TokenMode.signed
    /// Who gives a user the first authenticator.
    package var firstEnrolment = FirstEnrolment.server
    /// What a sign-in consists of.
    package var flow = Flow.resultToken
    /// Whether the functions have a state table.
    package var stateTable = StateTable.on
    /// How accounts are confirmed.
    package var signUpConfirmation = SignUpConfirmation.auto
    /// The user pool.
    package var pool = PoolSettings(clients: [Self.client])
    /// The file that keeps users and passkeys across restarts; nil to forget them.
    package var stateFile: String?
    /// The domain that passkeys are scoped to; another than this only works behind a TLS server of that name.
    package var relyingPartyID = "localhost"
    /// Further origins that passkeys may be used from.
    package var origins: [String] = []
    /// Apple's identifiers of apps that may use the passkeys, `TEAM.bundle`.
    package var appleAppIDs: [String] = []
    /// Android apps that may.
    package var androidApps: [AndroidApp] = []
    /// The folder that holds `<Function>/bootstrap` or `<Function>`.
    package var bootstraps: String
    /// Executables in the place of functions, by the function's name.
    package var replacedBootstraps: [String: String] = [:]
    /// Variables added to every function's environment, or put in the place of the sandbox's own.
    package var functionVariables: [String: String] = [:]
    /// How long a function may take; Cognito waits 5 seconds.
    package var timeLimit = Duration.seconds(5)

    /// A sandbox with the functions of a folder.
    package init(bootstraps: String) { self.bootstraps = bootstraps }

    /// The id of the pool's app client.
    package static let clientID = "sandbox0app0client"
    /// The attribute that ties a user to one at the OpenID provider.
    package static let subjectAttribute = "custom:oidc_subject"
    /// The id of the app at the OpenID provider.
    package static let providerClientID = "sandbox-provider-app"

    /// The pool's app client. Apps may write the subject attribute, whatever the token mode is now: the mode changes
    /// while the sandbox runs. PreSignUp lets nobody set it who does not prove it.
    private static var client: AppClient {
        var client = AppClient(id: clientID)
        client.writeAttributes = ["email", subjectAttribute]
        return client
    }

    /// The identifier of the authenticator's tenant in `authsignal` mode.
    package static let tenantID = "sandbox-tenant"
    /// The tenant's API secret key. It protects nothing: the sandbox listens to this machine alone.
    package static let authsignalSecret = "sandbox-authsignal-secret-protects-nothing"
    /// The key of tokens in `signed` mode. It protects nothing either.
    package static let signingKey = "sandbox-token-signing-key-protects-nothing"
    /// The key with which codes are derived. It protects nothing either.
    package static let codeKey = "sandbox-key-of-codes-that-protects-nothing"
    /// What codes are sent from.
    package static let codeSender = "Sandbox <no-reply@sandbox.test>"
    /// The action that the widget of a CAPTCHA is given.
    package static let captchaAction = "sign-in"
    /// The name of the state table.
    package static let stateTableName = "sandbox-state"
}
