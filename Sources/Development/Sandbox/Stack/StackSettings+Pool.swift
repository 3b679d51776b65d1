internal import LocalCognito

/// The settings of the pool and its client that the command line can change.
extension StackSettings {
    /// Their names.
    package static let poolSettingNames = [
        "clientSecret", "flows", "issuer", "readAttributes", "writeAttributes", "accountRecovery", "passwordPolicy",
        "triggerSeconds", "aliases",
    ]

    /// Changes a setting of the pool or of its client.
    ///
    /// - Throws: `SandboxError.invalidSetting`.
    package mutating func setPool(_ name: String, to value: String) throws(SandboxError) {
        guard var client = pool.clients.first else { return }
        switch name {
        case "clientSecret":
            guard ServiceModel.cognito.allows(value, as: "ClientSecretType") else {
                throw Self.fault(name, "must have 24 to 64 letters, digits, + or _, as the service's secrets do")
            }
            client.secret = value
        case "flows":
            let names = value.split(separator: ",").map(String.init)
            let flows = names.compactMap(AppClient.Flow.init(rawValue:))
            guard !flows.isEmpty, flows.count == names.count else {
                throw Self.fault(name, "must be a list of flows separated by commas, such as ALLOW_CUSTOM_AUTH")
            }
            client.flows = Set(flows)
        case "issuer": pool.issuer = try Self.choice(name, value)
        case "readAttributes": readableAttributes = try Self.attributes(name, value, isWritable: false)
        case "writeAttributes": writableAttributes = try Self.attributes(name, value, isWritable: true)
        case "accountRecovery": pool.accountRecovery = try Self.choice(name, value)
        case "passwordPolicy": ownPasswordPolicy = try Self.policy(name, value)
        case "triggerSeconds":
            guard let seconds = Int(value), 1...5 ~= seconds else {
                throw Self.fault(name, "must be a whole number from 1 to 5")
            }
            timeLimit = .seconds(seconds)
        case "aliases": pool.aliasAttributes = try Self.aliases(name, value)
        default: throw Self.fault(name, "there is no such setting")
        }
        pool.clients[0] = client
        // The schema has each custom attribute that the client names.
        for case .named(let names) in [readableAttributes, writableAttributes] {
            pool.customAttributes += names.filter {
                AttributeSchema.isCustom($0) && !pool.customAttributes.contains($0)
            }
        }
    }

    /// The words about aliases that are never proven before the first sign-in; nil if there are none.
    package var unprovenAliases: String? {
        let names = pool.aliasAttributes.filter { $0 != "preferred_username" }
        guard !names.isEmpty, signUpConfirmation == .auto else { return nil }
        return "without --confirm-sign-up code, nobody who signs up can sign in by \(names.joined(separator: " or ")): "
            + "an alias counts once a code has proven it."
    }

    /// The words about flows of the client that sign users in past the functions; nil if there are none.
    package var bypassingFlows: String? {
        let names = Set(pool.clients.flatMap(\.flows)).filter(\.bypassesTriggers).map(\.rawValue).sorted()
        guard !names.isEmpty else { return nil }
        return "with \(names.joined(separator: ", ")), users sign in without asking the functions."
    }

    private static func aliases(_ name: String, _ value: String) throws(SandboxError) -> [String] {
        let names = value.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        let known = ["email", "phone_number", "preferred_username"]
        guard names.allSatisfy(known.contains), Set(names).count == names.count else {
            throw fault(name, "must be a list of email, phone_number and preferred_username, each once")
        }
        return names
    }

    private static func choice<Choice: RawRepresentable<String> & CaseIterable>(
        _ name: String, _ value: String
    ) throws(SandboxError) -> Choice {
        guard let choice = Choice(rawValue: value) else {
            throw fault(name, "must be \(Choice.allCases.map(\.rawValue).joined(separator: " or "))")
        }
        return choice
    }

    static func fault(_ name: String, _ words: String) -> SandboxError {
        .invalidSetting(name: "pool setting \(name)", fault: words)
    }
}
