import SoftwarePasskey

/// A user with a passkey, who signs in.
struct SignIn {
    let deployment: Deployment
    let process: AuthenticatorProcess
    var device = SoftwareAuthenticator.new

    init(_ settings: [String: String] = [:]) throws {
        deployment = try Deployment(settings: settings)
        process = try deployment.process()
        _ = try process.enrol(&device)
    }
}
