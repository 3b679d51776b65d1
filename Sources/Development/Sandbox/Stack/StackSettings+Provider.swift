internal import JSON
internal import LoopbackServer
internal import OpenIDProvider
internal import StandIns

extension StackSettings {
    /// The settings of the OpenID provider that the command line can change.
    package struct Provider: Equatable, Sendable {
        /// The names of the settings.
        package static let names = ["realms", "identifiers", "verification", "audiences"]

        private var realms: [String]?
        private var identifiers: Set<IdentifierKind>?
        private var verifiedIdentifiers: Set<IdentifierKind> = []
        private var audiences: Set<String> = []

        /// The provider's own settings.
        package init() {}

        /// Changes a setting.
        ///
        /// - Parameter value: a list separated by commas.
        /// - Throws: `SandboxError.invalidSetting`.
        package mutating func set(_ name: String, to value: String) throws(SandboxError) {
            let list = value.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
            guard !list.contains("") else { throw Self.fault(name, "must be a list separated by commas") }
            switch name {
            case "realms": realms = list
            case "identifiers": identifiers = try Self.kinds(name, list, IdentifierKind.allCases) { $0.rawValue }
            case "verification":
                verifiedIdentifiers = try Self.kinds(name, list, IdentifierKind.allCases) { $0.verificationName }
            case "audiences": audiences = Set(list)
            default: throw Self.fault(name, "there is no such setting")
            }
        }

        /// Changes a provider's settings to these.
        func apply(to settings: inout ProviderSettings) {
            settings.realms = realms ?? settings.realms
            settings.identifiers = identifiers ?? settings.identifiers
            settings.verifiedIdentifiers = verifiedIdentifiers
            settings.audiences = audiences
        }

        private static func kinds(
            _ setting: String, _ list: [String], _ kinds: [IdentifierKind], name: (IdentifierKind) -> String?
        ) throws(SandboxError) -> Set<IdentifierKind> {
            let known = kinds.compactMap(name)
            guard list.allSatisfy(known.contains) else {
                throw fault(setting, "must be a list of \(known.joined(separator: ", ")), separated by commas")
            }
            return Set(kinds.filter { kind in name(kind).map(list.contains) ?? false })
        }

        private static func fault(_ name: String, _ words: String) -> SandboxError {
            .invalidSetting(name: "issuer setting \(name)", fault: words)
        }
    }
}

extension LoopbackResponse {
    /// The identifier of the API that an app asked for and the provider does not know; nil for every other answer.
    var unknownAudience: String? {
        let prefix = "Service not found: "
        guard status == 403, let json = try? JSONValue(parsing: body),
            let words = json["error_description"]?.string, words.hasPrefix(prefix)
        else { return nil }
        return String(words.dropFirst(prefix.count))
    }
}
