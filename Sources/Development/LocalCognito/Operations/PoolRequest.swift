internal import Essentials
internal import JOSE
internal import JSON
internal import OpenSSLCrypto

/// The body of a call, whose members meet the constraints of the service's model (`ServiceModel`).
struct PoolRequest {
    private let json: JSONValue

    /// Parses and checks the body of a call.
    ///
    /// - Throws: `SerializationException` or `InvalidParameterException`.
    init(_ body: [UInt8], of operation: PoolOperation) throws(PoolError) {
        guard let json = try? JSONValue(parsing: body), json.kind == .object else {
            throw PoolError(.serialization, "The request is not a JSON object.")
        }
        try ServiceModel.cognito.check(json, of: operation)
        self.json = json
    }

    private init(_ object: JSONValue) { json = object }

    private func member(_ name: String, _ kind: JSONValue.Kind) throws(PoolError) -> JSONValue? {
        guard let value = json[name], !value.isNull else { return nil }
        guard value.kind == kind else { throw .wrongType(name) }
        return value
    }

    func text(_ name: String) throws(PoolError) -> String? { try member(name, .string)?.string }

    func flag(_ name: String) throws(PoolError) -> Bool { try optionalFlag(name) ?? false }

    func optionalFlag(_ name: String) throws(PoolError) -> Bool? { try member(name, .bool)?.bool }

    /// A member that is an object, as it is; nil if it is absent.
    func json(_ name: String) throws(PoolError) -> JSONValue? { try member(name, .object) }

    /// An object within the body; nil if it is absent.
    func object(_ name: String) throws(PoolError) -> PoolRequest? {
        try member(name, .object).map { PoolRequest($0) }
    }

    func required(_ name: String) throws(PoolError) -> String {
        guard let text = try text(name) else { throw .constraint(name, value: "null", "not be null") }
        return text
    }

    /// A user's name.
    func username() throws(PoolError) -> String { try required("Username") }

    /// A map of strings; empty if it is absent.
    func strings(_ name: String) throws(PoolError) -> [String: String] {
        guard let object = try member(name, .object) else { return [:] }
        guard object.members.allSatisfy({ $0.value.kind == .string }) else { throw .wrongType(name) }
        return object.strings
    }

    /// A whole number; nil if it is absent.
    func number(_ name: String) throws(PoolError) -> Int64? { try member(name, .number)?.integer }

    /// An array of strings; nil if it is absent.
    func list(_ name: String) throws(PoolError) -> [String]? {
        guard let array = try member(name, .array) else { return nil }
        let texts = array.elements.compactMap(\.string)
        guard texts.count == array.elements.count else { throw .wrongType(name) }
        return texts
    }

    /// A list of `Name` and `Value`.
    func attributes(_ name: String) throws(PoolError) -> UserAttributes {
        guard let array = try member(name, .array) else { return UserAttributes() }
        var attributes = UserAttributes()
        for element in array.elements {
            guard let attribute = element["Name"]?.string else { throw .wrongType(name) }
            attributes[attribute] = element["Value"]?.string ?? ""
        }
        return attributes
    }
}

extension AppClient {
    /// Checks `SECRET_HASH`: base64(HMAC-SHA256(secret, username ‖ client id)), with the username as the call gives it.
    ///
    /// - Throws: `NotAuthorizedException` if it is missing or wrong, or if the client has no secret.
    func check(secretHash: String?, username: String) throws(PoolError) {
        switch (secret, secretHash) {
        case (nil, nil): return
        case (nil, .some):
            throw PoolError(
                .notAuthorized, "Client \(id) is configured for no secret but secret hash was received")
        case (.some, nil):
            throw PoolError(.notAuthorized, "Client \(id) is configured with secret but SECRET_HASH was not received")
        case (let secret?, let hash?):
            let message = Array((username + id).utf8)
            guard let code = Data(base64Encoded: hash),
                HMACSHA256.isValid([UInt8](code), for: message, key: Array(secret.utf8))
            else { throw PoolError(.notAuthorized, "Unable to verify secret hash for client \(id)") }
        }
    }
}
