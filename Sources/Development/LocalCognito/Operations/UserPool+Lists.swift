internal import JSON

extension UserPool {
    /// `ListUserPoolClients`, all on one page.
    func listUserPoolClients(_ request: PoolRequest) throws(PoolError) -> [UInt8] {
        try checkPool(request)
        let clients = clients.map { client in
            JSONWriter.object { entry in
                entry.member("ClientId", client.id)
                entry.member("UserPoolId", settings.id)
                entry.member("ClientName", client.name)
            }
        }
        return JSONWriter.object { $0.member("UserPoolClients", array: clients) }
    }

    /// `ListUsers`, all on one page.
    func listUsers(_ request: PoolRequest) throws(PoolError) -> [UInt8] {
        try checkPool(request)
        let filter = try UserFilter(try request.text("Filter") ?? "")
        let found = users.all.filter(filter.matches).map { $0.json(attributes: "Attributes") }
        return JSONWriter.object { $0.member("Users", array: found) }
    }
}

/// The filter of `ListUsers`: empty, `name = "value"` or `name ^= "prefix"`.
private struct UserFilter {
    private var name = ""
    private var value = ""
    private var comparesPrefix = false

    init(_ text: String) throws(PoolError) {
        guard !text.isEmpty else { return }
        let parts = text.split(separator: "=", maxSplits: 1)
        guard parts.count == 2, let value = Self.unquoted(parts[1]) else {
            throw PoolError(.invalidParameter, "Error while parsing filter.")
        }
        comparesPrefix = parts[0].hasSuffix("^")
        name = Self.trimmed(comparesPrefix ? parts[0].dropLast() : parts[0])
        self.value = value
    }

    func matches(_ user: PoolUser) -> Bool {
        let found: String? =
            switch name {
            case "": ""
            case "username": user.username
            case "cognito:user_status": user.status.rawValue
            case "status": user.isEnabled ? "Enabled" : "Disabled"
            default: user.attributes[name]
            }
        guard let found else { return false }
        return name.isEmpty || (comparesPrefix ? found.hasPrefix(value) : found == value)
    }

    private static func trimmed(_ text: Substring) -> String {
        String(text.drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
    }

    private static func unquoted(_ text: Substring) -> String? {
        let text = trimmed(text)
        guard text.count >= 2, text.hasPrefix("\""), text.hasSuffix("\"") else { return nil }
        return String(text.dropFirst().dropLast())
    }
}
