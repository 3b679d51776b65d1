internal import JSON
internal import OpenSSLCrypto
internal import Primitives
internal import WebAuthn

/// The purpose of a WebAuthn challenge, with everything that the answer must match. It travels sealed through the app.
struct Ceremony: Equatable {
    /// The user pool's id.
    let poolID: String
    /// The relying party's id.
    let relyingPartyID: String
    /// The digest of the token that asked for it; nil if an app without a token did.
    let tokenDigest: String?
    /// When it expires, in seconds since 1970.
    let expiration: Int64
    /// What the person must do.
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
        /// How the client must ask the person.
        let mediation: CreationMediation
    }

    /// A passkey to use.
    struct Authentication: Equatable {
        /// Digests of the ids of the passkeys allowed; empty if any passkey is allowed.
        let allowed: [String]
        /// The action that an app has started, if any.
        let startedAction: StartedAction?
        /// The name that the person entered; nil if they entered none.
        let username: String?
    }
}

extension Ceremony {
    /// The form in which it travels.
    var json: [UInt8] {
        JSONWriter.object { object in
            object.member("pool", poolID)
            object.member("rp", relyingPartyID)
            object.member("token", ifPresent: tokenDigest)
            object.member("exp", expiration)
            switch purpose {
            case .registration(let asked):
                object.member("create") { create in
                    create.member("handle", Base64URL.encode(asked.handle))
                    create.member("username", ifPresent: asked.username)
                    create.member("displayName", ifPresent: asked.displayName)
                    create.member("mediation", asked.mediation.rawValue)
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
        guard let json = try? JSONValue(parsing: bytes), let poolID = json["pool"]?.string,
            let relyingPartyID = json["rp"]?.string, let expiration = json["exp"]?.integer
        else { return nil }
        let purpose: Purpose
        if let create = json["create"] {
            guard let handle = create["handle"]?.string.flatMap({ Base64URL.decode($0) }),
                let mediation = create["mediation"]?.string.flatMap(CreationMediation.init)
            else { return nil }
            purpose = .registration(
                Registration(
                    handle: handle, username: create["username"]?.string, displayName: create["displayName"]?.string,
                    mediation: mediation))
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
            poolID: poolID, relyingPartyID: relyingPartyID, tokenDigest: json["token"]?.string,
            expiration: expiration, purpose: purpose)
    }
}

/// A ceremony that came back.
struct OpenedCeremony {
    let ceremony: Ceremony
    /// The challenge in the options, 32 bytes.
    let challenge: [UInt8]
    /// The challenge for the storage.
    let issued: IssuedChallenge
}

extension RequestHandler {
    /// How long a person may take for a ceremony, in seconds.
    private static let ceremonyLifetime: Int64 = 300

    /// Issues a challenge for a ceremony: the sealed text, and the bytes for the options.
    func issue(
        _ purpose: Ceremony.Purpose, for bearer: Bearer?
    ) throws(APIError) -> (id: String, challenge: [UInt8]) {
        let ceremony = Ceremony(
            poolID: pool.id, relyingPartyID: settings.relyingParty.id,
            tokenDigest: bearer?.tokenDigest, expiration: now + Self.ceremonyLifetime, purpose: purpose)
        let sealed = try seal(ceremony.json, for: .ceremony)
        return (sealed.text, sealed.challenge)
    }

    /// The ceremony whose challenge a request answers. It was issued here, for this caller, and has not expired.
    func ceremony(_ body: RequestBody, for bearer: Bearer?) throws(APIError) -> OpenedCeremony {
        let text = try body.requiredText("challengeId", maximumLength: 8_192)
        guard let (contents, sealed) = pool.sealer.open(text, for: .ceremony),
            let ceremony = Ceremony(json: contents), ceremony.poolID == pool.id,
            ceremony.relyingPartyID == settings.relyingParty.id, ceremony.tokenDigest == bearer?.tokenDigest
        else { throw .invalidChallenge }
        // Last, so that only the caller who began the ceremony learns this.
        guard now < ceremony.expiration else { throw .challengeExpired }
        return OpenedCeremony(
            ceremony: ceremony, challenge: sealed.challenge,
            issued: IssuedChallenge(id: Base64URL.encode(sealed.seed), expiration: ceremony.expiration))
    }

    /// Stands for a credential id in a ceremony, in fewer bytes.
    static func digest(ofCredential id: [UInt8]) -> String {
        Base64URL.encode(Array(SHA256.digest(of: id).prefix(16)))
    }
}
