internal import JSON
private import Primitives
internal import WebAuthn

/// The format of stored users: JSON, with bytes in base64url and times in seconds since 1970.
enum StateFormat {
    private static let version: Int64 = 1

    static func bytes(of users: [StoredUser]) -> [UInt8] {
        let sorted = users.sorted { ($0.id.tenantID, $0.id.id) < ($1.id.tenantID, $1.id.id) }
        return JSONWriter.object { file in
            file.member("version", version)
            file.member("users", raw: JSONWriter.array(sorted.map(json)))
        }
    }

    /// The users in a file; nil if any of them cannot be read, because the next write would lose a user left out.
    static func users(in bytes: [UInt8]) -> [StoredUser]? {
        let limits = JSONLimits(maximumBytes: 1 << 30, maximumDepth: 16)
        guard let file = try? JSONValue(parsing: bytes, limits: limits), file["version"]?.integer == version,
            let list = file["users"], list.kind == .array
        else { return nil }
        let users = list.elements.compactMap(user)
        guard users.count == list.elements.count, Set(users.map(\.id)).count == users.count else { return nil }
        return users
    }

    private static func json(_ user: StoredUser) -> [UInt8] {
        JSONWriter.object { object in
            object.member("tenantId", user.id.tenantID)
            object.member("userId", user.id.id)
            object.member("handle", Base64URL.encode(user.handle))
            object.member("email", ifPresent: user.email)
            object.member("username", ifPresent: user.username)
            object.member("displayName", ifPresent: user.displayName)
            object.member("hasHadPasskey", user.hasHadPasskey)
            object.member("version", user.version)
            object.member("authenticators", raw: JSONWriter.array(user.authenticators.map(json)))
        }
    }

    private static func json(_ authenticator: StoredAuthenticator) -> [UInt8] {
        JSONWriter.object { object in
            object.member("id", authenticator.id)
            object.member("createdAt", authenticator.createdAt)
            object.member("lastVerifiedAt", authenticator.lastVerifiedAt)
            switch authenticator.kind {
            case .email(let address): object.member("email", address)
            case .passkey(let record, let username, let displayName):
                object.member("username", ifPresent: username)
                object.member("displayName", ifPresent: displayName)
                object.member("name", ifPresent: authenticator.name)
                object.member("passkey", raw: json(record))
            }
        }
    }

    private static func json(_ record: CredentialRecord) -> [UInt8] {
        JSONWriter.object { object in
            object.member("id", Base64URL.encode(record.id))
            object.member("userHandle", Base64URL.encode(record.userHandle))
            object.member("publicKey", Base64URL.encode(record.publicKey.encoded))
            object.member("aaguid", Base64URL.encode(record.aaguid))
            object.member("transports", record.transports)
            object.member("isBackupEligible", record.isBackupEligible)
            object.member("isBackedUp", record.isBackedUp)
            object.member("signCount", Int64(record.signCount))
            object.member("hasVerifiedUser", record.hasVerifiedUser)
        }
    }

    private static func user(_ json: JSONValue) -> StoredUser? {
        guard let tenantID = json["tenantId"]?.string, let id = json["userId"]?.string,
            let handle = json.data("handle"),
            1...64 ~= handle.count, let list = json["authenticators"], list.kind == .array
        else { return nil }
        let authenticators = list.elements.compactMap(authenticator)
        guard authenticators.count == list.elements.count else { return nil }
        return StoredUser(
            id: UserID(tenantID: tenantID, id: id), handle: handle, email: json["email"]?.string,
            username: json["username"]?.string, displayName: json["displayName"]?.string,
            hasHadPasskey: json["hasHadPasskey"]?.bool ?? authenticators.contains { $0.passkey != nil },
            authenticators: authenticators, version: json["version"]?.integer ?? 1)
    }

    private static func authenticator(_ json: JSONValue) -> StoredAuthenticator? {
        guard let id = json["id"]?.string, let createdAt = json["createdAt"]?.integer,
            let lastVerifiedAt = json["lastVerifiedAt"]?.integer
        else { return nil }
        let kind: StoredAuthenticator.Kind
        if let address = json["email"]?.string {
            kind = .email(address: address)
        } else {
            guard let record = json["passkey"].flatMap(record) else { return nil }
            kind = .passkey(record, username: json["username"]?.string, displayName: json["displayName"]?.string)
        }
        return StoredAuthenticator(
            id: id, kind: kind, name: json["name"]?.string, createdAt: createdAt, lastVerifiedAt: lastVerifiedAt)
    }

    private static func record(_ json: JSONValue) -> CredentialRecord? {
        guard let id = json.data("id"), let userHandle = json.data("userHandle"), let aaguid = json.data("aaguid"),
            let publicKey = json.data("publicKey").flatMap({ try? CredentialPublicKey(encoded: $0) }),
            let isBackupEligible = json["isBackupEligible"]?.bool, let isBackedUp = json["isBackedUp"]?.bool,
            aaguid.count == 16, let signCount = json["signCount"]?.integer.flatMap(UInt32.init(exactly:)),
            let hasVerifiedUser = json["hasVerifiedUser"]?.bool
        else { return nil }
        return CredentialRecord(
            id: id, userHandle: userHandle, publicKey: publicKey, aaguid: aaguid,
            transports: json["transports"]?.elements.compactMap(\.string) ?? [], isBackupEligible: isBackupEligible,
            isBackedUp: isBackedUp, signCount: signCount, hasVerifiedUser: hasVerifiedUser)
    }
}

extension JSONValue {
    fileprivate func data(_ name: String) -> [UInt8]? {
        self[name]?.string.flatMap { Base64URL.decode($0) }
    }
}
