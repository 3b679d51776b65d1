package import LocalCognito

/// The settings of a sandbox.
package struct StackSettings: Sendable {
    /// Where a challenge's tokens come from (`TOKEN_MODE`).
    package enum TokenMode: String, CaseIterable, Sendable { case signed, authsignal, oidc }
    /// Who may enrol a user's first authenticator (`FIRST_ENROLMENT`).
    package enum FirstEnrolment: String, CaseIterable, Sendable { case server, client, deny }
    /// How a new account is confirmed (`CONFIRM_SIGN_UP`).
    package enum SignUpConfirmation: String, CaseIterable, Sendable { case auto, code }

    /// An Android app that may use the sandbox's passkeys.
    package struct AndroidApp: Equatable, Sendable {
        /// The app's package name.
        package let packageName: String
        /// The SHA-256 of its signing certificate as the tools print it: pairs of hexadecimal digits between colons.
        package let fingerprint: String

        /// An app.
        package init(packageName: String, fingerprint: String) {
            self.packageName = packageName
            self.fingerprint = fingerprint
        }
    }

    /// The port; 0 lets the system choose one. Passkeys created in a browser work only on their port.
    package var port: UInt16 = 0
    /// The IPv4 address to listen on; 0.0.0.0 in a container, whose ports the host reaches from outside.
    package var address = "127.0.0.1"
    /// Where tokens come from.
    package var tokenMode = TokenMode.signed
    /// Who may enrol a user's first authenticator.
    package var firstEnrolment = FirstEnrolment.server
    /// The steps of a sign-in.
    package var flow = Flow.resultToken
    /// Whether the functions have a state table.
    package var stateTable = StateTable.on
    /// How the audit log names users.
    package var audit = Audit.digest
    /// The key of the digests in the audit log.
    var auditKey = SandboxIdentity.new().auditKey
    /// How accounts are confirmed.
    package var signUpConfirmation = SignUpConfirmation.auto
    /// The user pool.
    package var pool = PoolSettings(clients: [AppClient(id: Self.clientID)])
    /// The pool's rules for passwords; nil for those of `template.yaml`.
    var ownPasswordPolicy: PasswordPolicy?
    /// The attributes that apps may read.
    package var readableAttributes = AttributeChoice.template
    /// The attributes that apps may write.
    package var writableAttributes = AttributeChoice.template
    /// The OpenID provider.
    package var provider = Provider()
    /// The file that keeps the tables, with users and passkeys, across restarts; nil to forget them.
    package var stateFile: String?
    /// The file that keeps the sandbox's identity across restarts; nil to keep none.
    package var identityFile: String?
    /// The name under which phones and other machines reach the sandbox; nil if they do not.
    package var https: HTTPSName?
    /// The domain of the relying party. A domain other than `localhost` works only with https.
    package var relyingPartyID = "localhost"
    /// Other origins that may use the passkeys.
    package var origins: [String] = []
    /// The Apple apps that may use the passkeys, as `TEAM.bundle`.
    package var appleAppIDs: [String] = []
    /// The Android apps that may use the passkeys.
    package var androidApps: [AndroidApp] = []
    /// The folder that holds `<Function>/bootstrap` or `<Function>`.
    package var bootstraps: String
    /// Executables that replace functions, by the function's name.
    package var replacedBootstraps: [String: String] = [:]
    /// Variables that are added to every function's environment. They override the sandbox's own.
    package var functionVariables: [String: String] = [:]
    /// How long a function may take; Cognito waits 5 seconds.
    package var timeLimit = Duration.seconds(5)

    /// A sandbox with the functions of a folder.
    package init(bootstraps: String) { self.bootstraps = bootstraps }

    /// The id of the pool's app client.
    package static let clientID = "sandbox0app0client"
    /// The attribute that ties a user to an account at the OpenID provider.
    package static let subjectAttribute = "custom:oidc_subject"
    /// The app's client id at the OpenID provider.
    package static let providerClientID = "sandbox-provider-app"

    /// The identifier of the authenticator's tenant in `authsignal` mode.
    package static let tenantID = "sandbox-tenant"
    /// The tenant's API secret key. It protects nothing, because only this machine can reach the sandbox.
    package static let authsignalSecret = "sandbox-authsignal-secret-protects-nothing"
    /// The key that signs tokens in `signed` mode. It protects nothing either.
    package static let signingKey = "sandbox-token-signing-key-protects-nothing"
    /// The key that codes are derived from. It protects nothing either.
    package static let codeKey = "sandbox-key-of-codes-that-protects-nothing"
    /// The sender of emailed codes.
    package static let codeSender = "Sandbox <no-reply@sandbox.test>"
    /// The action of the CAPTCHA widget.
    static let captchaAction = "sign-in"
    /// The name of the table of users and their authenticators.
    package static let usersTableName = "sandbox-users"
    /// The name of the state table.
    package static let stateTableName = "sandbox-state"
}
