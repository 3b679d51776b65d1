#if os(Linux)
internal import Replay
internal import StandIns
internal import Synchronization

/// What the functions of a lane run on: the services, and the variables.
final class FaultStage: Sendable {
    let certificates: TrialCertificates
    let secrets = SecretsManagerStandIn()
    let servers = Mutex<[CalledService: FaultyServer]>([:])
    let readsSecrets = Mutex(false)
    /// The variables of the processes that were started for the present row.
    let variables = Mutex<[String: String]>([:])

    init(_ certificates: TrialCertificates) { self.certificates = certificates }

    /// Serves a stand-in. The services of AWS are one stand-in, and have an address each.
    func serve(_ service: ReplayStage.Service, _ standIn: any StandIn) async throws -> any StandInHost {
        switch service {
        // Links in answers hold the plain address, which the cases in events/ expect.
        case .authsignal: return try await add(.authsignal, standIn, isMounted: false)
        case .issuer: return try await add(.issuer, standIn)
        case .captcha: return try await add(.captcha, standIn, isEncrypted: false)
        case .aws:
            _ = try await add(.mails, standIn)
            _ = try await add(.secrets, secrets)
            return try await add(.tables, standIn)
        }
    }

    private func add(
        _ service: CalledService, _ standIn: any StandIn, isEncrypted: Bool = true, isMounted: Bool = true
    ) async throws -> FaultyServer {
        let server = try await FaultyServer(
            standIn, certificates: isEncrypted ? certificates : nil, isMounted: isMounted)
        servers.withLock { $0[service] = server }
        return server
    }

    /// The variables whose values may stand in Secrets Manager.
    private static let secretVariables = [
        "AUTHSIGNAL_SECRET", "TOKEN_SIGNING_KEY", "OTP_KEY", "OTP_COUNTING_KEY", "CAPTCHA_SECRET",
    ]

    /// The variables of a process.
    func variables(_ environment: [String: String]) -> [String: String] {
        var variables = environment.merging(certificates.variable(trusting: .one)) { $1 }
        // Functions wait a while so that names that nobody has look like others. A short while shows the same.
        variables["MINIMUM_RESPONSE_TIME"] = "100"
        let servers = servers.withLock { $0 }
        let readsSecrets = readsSecrets.withLock { $0 }
        if readsSecrets || variables["AWS_ENDPOINT_URL"] != nil {
            variables["AWS_ACCESS_KEY_ID"] = "AKIAFAULTS"
            variables["AWS_SECRET_ACCESS_KEY"] = "faults-aws-secret-access-key-0123456789"
            variables["AWS_SESSION_TOKEN"] = "faults-aws-session-token-0123456789"
            variables["AWS_ENDPOINT_URL_SESV2"] = servers[.mails]?.address
            variables["AWS_ENDPOINT_URL_SECRETS_MANAGER"] = servers[.secrets]?.address
        }
        // A key of codes that may be replaced needs a key for counting that is not.
        if readsSecrets, variables["OTP_KEY"] != nil {
            variables["OTP_COUNTING_KEY"] = "faults-counting-key-0123456789abcdefghij"
        }
        self.variables.withLock { $0.merge(variables) { $1 } }
        guard readsSecrets else { return variables }
        for name in Self.secretVariables {
            guard let secret = variables.removeValue(forKey: name) else { continue }
            variables[name + "_ARN"] = secrets.store(secret, name: name)
        }
        return variables
    }
}
#endif
