internal import JSON
private import Primitives

extension UserPool {
    /// The most entries of a page.
    private static let largestPage: Int64 = 60

    /// `ListUserPools`: this pool.
    func listUserPools(_ request: PoolRequest) throws(PoolError) -> [UInt8] {
        let size = try request.number("MaxResults") ?? Self.largestPage
        let pool = JSONWriter.object { entry in
            entry.member("Id", settings.id)
            entry.member("Name", settings.name)
            entry.member("LambdaConfig") { settings.write(Array(triggers.functions.keys), to: &$0) }
            entry.member("LastModifiedDate", createdAt)
            entry.member("CreationDate", createdAt)
        }
        let (found, next) = try ListPages.page(
            [(ListPages.place(0), pool)], after: try request.text("NextToken"), size: Int(size), of: "pools")
        return Self.list("UserPools", found, "NextToken", next)
    }

    /// `ListUserPoolClients`.
    func listUserPoolClients(_ request: PoolRequest) throws(PoolError) -> [UInt8] {
        try checkPool(request)
        let size = try request.number("MaxResults") ?? Self.largestPage
        let entries = clients.enumerated().map { index, client in
            (
                ListPages.place(Int64(index)),
                JSONWriter.object { entry in
                    entry.member("ClientId", client.id)
                    entry.member("UserPoolId", settings.id)
                    entry.member("ClientName", client.name)
                }
            )
        }
        let (found, next) = try ListPages.page(
            entries, after: try request.text("NextToken"), size: Int(size), of: "clients")
        return Self.list("UserPoolClients", found, "NextToken", next)
    }

    /// `ListUsers`.
    func listUsers(_ request: PoolRequest) throws(PoolError) -> [UInt8] {
        try checkPool(request)
        let text = try request.text("Filter") ?? ""
        let filter = try UserFilter(text)
        let names = try request.list("AttributesToGet")
        let size = try pageSize(request)
        let users = users.all.filter { filter?.matches($0) ?? true }
            .map { (ListPages.place($0.createdAt) + $0.username, $0) }
        let (found, next) = try ListPages.page(
            users, after: try request.text("PaginationToken"), size: Int(size), of: "users \(text)")
        var entries: [[UInt8]] = []
        for user in found { entries.append(try entry(user, names)) }
        return Self.list("Users", entries, "PaginationToken", next)
    }

    /// The `Limit` of a call. A limit of 0 means none.
    func pageSize(_ request: PoolRequest) throws(PoolError) -> Int64 {
        try request.number("Limit").flatMap { $0 == 0 ? nil : $0 } ?? Self.largestPage
    }

    /// An account in the list, with the attributes that were asked for.
    private func entry(_ user: PoolUser, _ names: [String]?) throws(PoolError) -> [UInt8] {
        guard let names else { return user.json(attributes: "Attributes") }
        guard names.allSatisfy({ user.attributes[$0] != nil }) else {
            throw PoolError(.invalidParameter, "One or more requested attributes do not exist.")
        }
        var shown = user
        shown.attributes = UserAttributes(user.attributes.pairs.filter { names.contains($0.name) })
        return shown.json(attributes: "Attributes")
    }

    private static func list(_ name: String, _ entries: [[UInt8]], _ token: String, _ next: String?) -> [UInt8] {
        JSONWriter.object { answer in
            answer.member(name, array: entries)
            answer.member(token, ifPresent: next)
        }
    }
}

/// Divides lists into pages. A token names its list, as it was asked for, and the place of the last entry of its page.
private enum ListPages {
    /// One page.
    ///
    /// - Parameters:
    ///   - entries: all entries, in the order of their places.
    ///   - list: the name of the list, with everything else that a token is to fit.
    /// - Throws: `InvalidParameterException` for a token of another list or none.
    static func page<Entry>(
        _ entries: [(place: String, entry: Entry)], after token: String?, size: Int, of list: String
    ) throws(PoolError) -> (entries: [Entry], next: String?) {
        let start = list + "\n"
        var rest = entries[...]
        if let token {
            let text = Base64URL.decode(token).map { String(decoding: $0, as: UTF8.self) } ?? ""
            guard text.hasPrefix(start) else { throw .invalidMarker }
            let last = text.dropFirst(start.count)
            rest = rest.drop { $0.place <= last }
        }
        let page = rest.prefix(size)
        guard rest.count > page.count, let last = page.last else { return (page.map(\.entry), nil) }
        return (page.map(\.entry), Base64URL.encode(Array((start + last.place).utf8)))
    }

    /// A place that sorts as the number does.
    static func place(_ number: Int64) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, 19 - digits.count)) + digits
    }
}

extension PoolError {
    fileprivate static let invalidMarker = PoolError(.invalidParameter, "Paging Marker is Invalid for Request")
}
