internal import JSON

/// The changes that Pre Token Generation makes to the tokens.
struct TokenOverrides: Sendable {
    /// The changes to one token.
    struct ClaimChanges: Sendable {
        fileprivate(set) var added: [(name: String, value: [UInt8])] = []
        fileprivate(set) var suppressed: [String] = []
    }

    private var id = ClaimChanges()
    private var access = ClaimChanges()
    private var addedScopes: [String] = []
    private var suppressedScopes: [String] = []

    /// No changes.
    init() {}

    /// The changes that a reply asks for.
    ///
    /// - Throws: `InvalidLambdaResponseException` for members whose types the version does not allow.
    init(_ reply: TriggerReply, _ version: PreTokenGenerationVersion) throws(PoolError) {
        guard let details = try reply.object(version.responseMember) else { return }
        switch version {
        case .v1: id = try Self.claims(details, stringsOnly: true)
        case .v2:
            if let part = try Self.object(details, "idTokenGeneration") {
                id = try Self.claims(part, stringsOnly: false)
            }
            if let part = try Self.object(details, "accessTokenGeneration") {
                access = try Self.claims(part, stringsOnly: false)
                addedScopes = try Self.names(part, "scopesToAdd")
                suppressedScopes = try Self.names(part, "scopesToSuppress")
            }
        }
        guard let groups = try Self.object(details, "groupOverrideDetails") else { return }
        let lists = [("cognito:groups", "groupsToOverride"), ("cognito:roles", "iamRolesToOverride")]
        for (claim, member) in lists {
            let names = try Self.names(groups, member)
            guard !names.isEmpty else { continue }
            let value = JSONWriter.array(names)
            id.added.append((claim, value))
            if claim == "cognito:groups" { access.added.append((claim, value)) }
        }
        if let role = groups["preferredRole"], !role.isNull {
            guard role.kind == .string else { throw .unrecognizableOutput }
            id.added.append(("cognito:preferred_role", Array(role.bytes)))
        }
    }

    /// The claims that no function can change.
    private static let fixed: Set<String> = [
        "acr", "amr", "at_hash", "auth_time", "azp", "exp", "iat", "iss", "jti", "nbf", "nonce", "origin_jti", "sub",
        "token_use", "event_id",
    ]
    private static let fixedInID = fixed.union(["aud", "identities", "cognito:username"])
    private static let fixedInAccess = fixed.union(["client_id", "username", "scope", "device_key", "version"])

    /// The claims of an ID token, with the changes.
    func applied(toID claims: [UInt8]) -> [UInt8] { Self.apply(id, to: claims, except: Self.fixedInID) }

    /// The claims of an access token, with the changes.
    func applied(toAccess claims: [UInt8]) -> [UInt8] { Self.apply(access, to: claims, except: Self.fixedInAccess) }

    /// The scopes of an access token, with the changes.
    func applied(toScopes scopes: [String]) -> [String] {
        (scopes + addedScopes.filter { !scopes.contains($0) }).filter { !suppressedScopes.contains($0) }
    }

    /// A claim that is both added and suppressed is suppressed, as in the service.
    private static func apply(_ changes: ClaimChanges, to claims: [UInt8], except fixed: Set<String>) -> [UInt8] {
        guard let json = try? JSONValue(parsing: claims) else { return claims }
        var replaced: [(name: String, value: [UInt8]?)] = []
        for (name, value) in changes.added where !fixed.contains(name) && !changes.suppressed.contains(name) {
            replaced.removeAll { $0.name == name }
            replaced.append((name, value))
        }
        for name in changes.suppressed where !fixed.contains(name) && json[name] != nil {
            replaced.append((name, nil))
        }
        return json.object(replacing: replaced)
    }

    private static func claims(_ details: JSONValue, stringsOnly: Bool) throws(PoolError) -> ClaimChanges {
        var claims = ClaimChanges()
        for (name, value) in try object(details, "claimsToAddOrOverride")?.members ?? [] {
            guard !stringsOnly || value.kind == .string else { throw .unrecognizableOutput }
            claims.added.append((name, Array(value.bytes)))
        }
        claims.suppressed = try names(details, "claimsToSuppress")
        return claims
    }

    private static func object(_ details: JSONValue, _ name: String) throws(PoolError) -> JSONValue? {
        guard let value = details[name], !value.isNull else { return nil }
        guard value.kind == .object else { throw .unrecognizableOutput }
        return value
    }

    private static func names(_ details: JSONValue, _ name: String) throws(PoolError) -> [String] {
        guard let value = details[name], !value.isNull else { return [] }
        let names = value.elements.compactMap(\.string)
        guard value.kind == .array, names.count == value.elements.count else { throw .unrecognizableOutput }
        return names
    }
}
