internal import JSON
internal import Primitives
internal import WebAuthn

/// What a WebAuthn challenge was issued for. It travels sealed through the app, so it binds everything that the answer
/// must agree with.
struct Ceremony: Equatable {
    /// The tenant's id.
    let tenantID: String
    /// The relying party's id.
    let relyingPartyID: String
    /// The digest of the token that asked for it; nil if an app without a token did.
    let tokenDigest: String?
    /// The Region of the service that issued it; nil outside AWS.
    var region: String?
    /// When it expires, in seconds since 1970.
    let expiration: Int64
    /// What the options demanded of the person.
    let demands: CeremonyDemands
    /// What the person is to do.
    let purpose: Purpose

    enum Purpose: Equatable {
        case registration(Registration)
        case authentication(Authentication)
    }

    /// A passkey to create.
    struct Registration: Equatable {
        /// The user's handle, as in the options.
        let handle: [UInt8]
        let username: String?
        let displayName: String?
    }

    /// A passkey to use.
    struct Authentication: Equatable {
        /// Digests of the ids of the passkeys allowed; empty if any passkey is allowed.
        let allowed: [String]
        /// The action that an app has started; nil if there is none.
        let startedAction: StartedAction?
        /// The name that the person entered; nil if they entered none.
        let username: String?
    }
}

extension Ceremony {
    /// As it travels.
    var json: [UInt8] {
        JSONWriter.object { object in
            object.member("tenant", tenantID)
            object.member("rp", relyingPartyID)
            object.member("token", ifPresent: tokenDigest)
            object.member("region", ifPresent: region)
            object.member("exp", expiration)
            object.member("presence", demands.userPresence)
            object.member("verification", demands.userVerification)
            switch purpose {
            case .registration(let asked):
                object.member("create") { create in
                    create.member("handle", Base64URL.encode(asked.handle))
                    create.member("username", ifPresent: asked.username)
                    create.member("displayName", ifPresent: asked.displayName)
                }
            case .authentication(let asked):
                object.member("get") { get in
                    get.member("allowed", asked.allowed)
                    if let action = asked.startedAction { get.member("action", raw: action.json) }
                    get.member("username", ifPresent: asked.username)
                }
            }
        }
    }

    init?(json bytes: [UInt8]) {
        guard let json = try? JSONValue(parsing: bytes), let tenantID = json["tenant"]?.string,
            let relyingPartyID = json["rp"]?.string, let expiration = json["exp"]?.integer,
            let presence = json["presence"]?.bool, let verification = json["verification"]?.bool
        else { return nil }
        let purpose: Purpose
        if let create = json["create"] {
            guard let handle = create["handle"]?.string.flatMap({ Base64URL.decode($0) }) else { return nil }
            purpose = .registration(
                Registration(
                    handle: handle, username: create["username"]?.string, displayName: create["displayName"]?.string))
        } else {
            guard let get = json["get"], let allowed = get["allowed"] else { return nil }
            let action = get["action"]
            let startedAction = action.flatMap(StartedAction.init(json:))
            guard (action == nil) == (startedAction == nil) else { return nil }
            purpose = .authentication(
                Authentication(
                    allowed: allowed.elements.compactMap(\.string), startedAction: startedAction,
                    username: get["username"]?.string))
        }
        self.init(
            tenantID: tenantID, relyingPartyID: relyingPartyID, tokenDigest: json["token"]?.string,
            region: json["region"]?.string, expiration: expiration,
            demands: CeremonyDemands(userPresence: presence, userVerification: verification), purpose: purpose)
    }
}
