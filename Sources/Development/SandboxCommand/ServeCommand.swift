import ArgumentParser
import Foundation
import LocalCognito
import Sandbox

/// `sandbox serve`: the whole sign-in on this machine, until it is ended.
struct ServeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve",
        abstract: "Serve a user pool, an authenticator and a web page on one port of this machine.",
        discussion: "Nothing listens beyond this machine. Ends on SIGINT and SIGTERM.")

    @Option(help: "The port; 0 for one that the system chooses. Passkeys made in a browser are bound to it.")
    var port: UInt16 = 8377

    @Option(help: "Where tokens come from: signed, authsignal or oidc.")
    var mode = StackSettings.TokenMode.signed

    @Option(
        help: ArgumentHelp(
            "The steps of a sign-in: \(StackSettings.Flow.allCases.map(\.rawValue).joined(separator: "; ")).",
            valueName: "steps"))
    var flow = StackSettings.Flow.resultToken

    @Option(help: "Whether a state table remembers used proofs and counts codes: on or off.")
    var stateTable = StackSettings.StateTable.on

    @OptionGroup var functions: FunctionOptions

    @Option(help: "Who gives a user the first authenticator in authsignal mode: server, client or deny.")
    var firstEnrolment = StackSettings.FirstEnrolment.server

    @Option(help: "How accounts are confirmed: auto, or code for an emailed one.")
    var confirmSignUp = StackSettings.SignUpConfirmation.auto

    @Option(
        help: "A file that keeps users and passkeys across restarts, with another beside it for the pool's accounts.",
        completion: .file())
    var state: String?

    @Option(help: "The domain of passkeys; another than localhost needs a TLS server of that name before the sandbox.")
    var relyingParty = "localhost"

    @Option(help: "A further origin that passkeys may be used from, such as https://app.example.test.")
    var origin: [String] = []

    @Option(help: "An Apple app that may use the passkeys, as TEAM.bundle.")
    var appleAppID: [String] = []

    @Option(
        help: ArgumentHelp("An Android app that may, with its certificate's SHA-256.", valueName: "package=fingerprint")
    )
    var androidApp: [String] = []

    @Option(help: ArgumentHelp("An executable in the place of a function.", valueName: "name=path"))
    var bootstrap: [String] = []

    @Option(help: ArgumentHelp("A variable for every function's environment.", valueName: "name=value"))
    var functionVariable: [String] = []

    @Option(
        help: ArgumentHelp(
            "A setting of the pool or its client: \(StackSettings.poolSettingNames.joined(separator: ", ")).",
            valueName: "name=value"))
    var poolSetting: [String] = []

    func run() async throws {
        var settings = StackSettings(bootstraps: try functions.folder())
        settings.port = port
        settings.tokenMode = mode
        settings.flow = flow
        settings.stateTable = stateTable
        settings.firstEnrolment = firstEnrolment
        settings.signUpConfirmation = confirmSignUp
        settings.stateFile = state
        settings.relyingPartyID = relyingParty
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
        let signals = TerminationSignals()
        let stack = try SandboxStack(settings)
        let url = try await stack.start()
        Output.line("Sandbox at \(url)")
        Output.line(Self.endpoints(url, settings))
        if let warning = RelyingPartyWarning(of: settings.relyingPartyID, try .kept()) {
            Output.line("Warning: \(warning)")
        }
        await stack.warmUp()
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
          client id there       \(StackSettings.providerClientID)
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
extension StackSettings.FirstEnrolment: ExpressibleByArgument {}
extension StackSettings.SignUpConfirmation: ExpressibleByArgument {}
