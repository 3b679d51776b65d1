import ArgumentParser
import LocalCognito
import Sandbox

/// `sandbox serve`: serves the whole sign-in on this machine until it is stopped.
struct ServeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve",
        abstract: "Serve a user pool, an authenticator and a web page on one port of this machine.",
        discussion: """
            Other machines cannot connect, except with --https or --listen. Stop it with Ctrl-C (SIGINT) or SIGTERM.
            """)

    @Option(help: "The port; 0 lets the system choose one. Passkeys created in a browser work only on their port.")
    var port: UInt16 = 8377

    @Option(help: "The IPv4 address to listen on: 0.0.0.0 in a container, which publishes the port on its host.")
    var listen = "127.0.0.1"

    @Option(help: "The token mode: signed, authsignal or oidc.")
    var mode = StackSettings.TokenMode.signed

    @Option(
        help: ArgumentHelp(
            "The steps of a sign-in: \(StackSettings.Flow.allCases.map(\.rawValue).joined(separator: "; ")).",
            valueName: "steps"))
    var flow = StackSettings.Flow.resultToken

    @Option(help: "Whether the functions have a state table, which remembers used proofs and counts codes: on or off.")
    var stateTable = StackSettings.StateTable.on

    @OptionGroup var functions: FunctionOptions

    @Option(help: "Who may enrol a user's first authenticator in authsignal mode: server, client or deny.")
    var firstEnrolment = StackSettings.FirstEnrolment.server

    @Option(help: "How the audit log names users: off (no log), digest, or subject (by digest and sub).")
    var audit = StackSettings.Audit.digest

    @Option(help: "How accounts are confirmed: auto (at once) or code (with an emailed code).")
    var confirmSignUp = StackSettings.SignUpConfirmation.auto

    @Option(
        help:
            "A file that keeps tables, users and passkeys; <state>.accounts keeps accounts, <state>.identity the pool's id.",
        completion: .file())
    var state: String?

    @Option(
        help: ArgumentHelp(
            "Serve phones and other machines, too: over https, under this name. The port is 443 if none is named.",
            valueName: "name[:port]"))
    var https: String?

    @Option(
        help: """
            The folder for the pool's id at this port and the certificates of --https; with <name>.pem and \
            <name>-key.pem in it, that certificate is used. (default: ~/.cognito-passkeys)
            """, completion: .directory)
    var folder = HTTPSName.usualFolder

    @Option(help: "The relying party ID. (default: the name of --https, or localhost)")
    var relyingParty: String?

    @Option(help: "Another origin that may use the passkeys, such as https://app.example.test. Repeatable.")
    var origin: [String] = []

    @Option(help: "An Apple app that may use the passkeys, as TEAM.bundle. Repeatable.")
    var appleAppID: [String] = []

    @Option(
        help: ArgumentHelp(
            "An Android app that may use the passkeys, with its certificate's SHA-256. Repeatable.",
            valueName: "package=fingerprint"))
    var androidApp: [String] = []

    @Option(help: ArgumentHelp("An executable that replaces a function. Repeatable.", valueName: "name=path"))
    var bootstrap: [String] = []

    @Option(help: ArgumentHelp("An environment variable for every function. Repeatable.", valueName: "name=value"))
    var functionVariable: [String] = []

    @Option(
        help: ArgumentHelp(
            "A setting of the pool or its client. Repeatable: "
                + "\(StackSettings.poolSettingNames.joined(separator: ", ")).",
            valueName: "name=value"))
    var poolSetting: [String] = []

    @Option(
        help: ArgumentHelp(
            "A setting of the OpenID issuer. Repeatable: \(StackSettings.Provider.names.joined(separator: ", ")).",
            valueName: "name=value"))
    var issuerSetting: [String] = []

    func run() async throws {
        var settings = StackSettings(bootstraps: try functions.folder())
        settings.port = port
        settings.address = listen
        settings.tokenMode = mode
        settings.flow = flow
        settings.stateTable = stateTable
        settings.firstEnrolment = firstEnrolment
        settings.audit = audit
        settings.signUpConfirmation = confirmSignUp
        settings.stateFile = state
        settings.identityFile =
            state.map { $0 + ".identity" } ?? (port == 0 ? nil : SandboxIdentity.file(ofPort: port, in: folder))
        if settings.identityFile == nil { settings.use(.new()) }
        settings.https = try https.map { text in try HTTPSName(text) }
        settings.https?.folder = folder
        settings.relyingPartyID = relyingParty ?? settings.https?.name ?? settings.relyingPartyID
        settings.origins = origin
        settings.appleAppIDs = appleAppID
        settings.androidApps = try Self.pairs(androidApp, "--android-app").map {
            StackSettings.AndroidApp(packageName: $0.name, fingerprint: $0.value)
        }
        for (name, value) in try Self.pairs(bootstrap, "--bootstrap") { settings.replacedBootstraps[name] = value }
        for (name, value) in try Self.pairs(functionVariable, "--function-variable") {
            settings.functionVariables[name] = value
        }
        for (name, value) in try Self.pairs(poolSetting, "--pool-setting") {
            try settings.setPool(name, to: value)
        }
        for (name, value) in try Self.pairs(issuerSetting, "--issuer-setting") {
            try settings.provider.set(name, to: value)
        }
        let signals = TerminationSignals()
        let stack = try SandboxStack(settings) { Output.line($0) }
        let url = try await stack.start()
        Output.line("Sandbox at \(url)")
        Output.line(Self.endpoints(url, await stack.settings))
        if let front = await stack.front {
            Output.line("  other machines        \(front.origin)/")
            if let path = front.authority { Output.line("  have to trust         \(path)") }
            Output.line("")
        }
        for warning in [settings.publicSuffix, settings.bypassingFlows, settings.unprovenAliases] {
            if let warning { Output.line("Warning: \(warning)") }
        }
        await signals.wait()
        await stack.stop()
    }

    private static func endpoints(_ url: String, _ settings: StackSettings) -> String {
        """

          web page              \(url)/
          Cognito endpoint      \(url)
          region                \(settings.pool.region)
          user pool             \(settings.pool.id)
          app client            \(settings.pool.clients.first?.id ?? "")
          JWKS                  \(url)/\(settings.pool.id)/.well-known/jwks.json
          Authsignal API        \(url)/v1
          Authsignal tenant     \(StackSettings.tenantID) (authsignal mode), \(settings.pool.id) (signed mode)
          Authsignal secret     \(StackSettings.authsignalSecret)
          OpenID issuer         \(url)/ (oidc mode)
          OpenID client         \(StackSettings.providerClientID)
          flow                  \(settings.flow.rawValue)
          token mode            \(settings.tokenMode.rawValue)

        """
    }

    private static func pairs(_ texts: [String], _ option: String) throws -> [(name: String, value: String)] {
        try texts.map { text in
            guard let separator = text.firstIndex(of: "="), separator != text.startIndex else {
                throw ValidationError("\(option) takes NAME=VALUE, not \(text)")
            }
            return (String(text[..<separator]), String(text[text.index(after: separator)...]))
        }
    }
}

extension StackSettings.TokenMode: ExpressibleByArgument {}
extension StackSettings.Flow: ExpressibleByArgument {}
extension StackSettings.StateTable: ExpressibleByArgument {}
extension StackSettings.Audit: ExpressibleByArgument {}
extension StackSettings.FirstEnrolment: ExpressibleByArgument {}
extension StackSettings.SignUpConfirmation: ExpressibleByArgument {}
