internal import JSON
internal import Primitives
package import WebAuthn

/// The purpose of a WebAuthn challenge, with everything that the answer must match. It travels sealed through the app.
package struct Ceremony: Equatable {
    /// The user pool's id.
    package let poolID: String
    /// The relying party's id.
    package let relyingPartyID: String
    /// Who may answer its challenge.
    package let holder: Holder
    /// When its challenge was issued, in seconds since 1970.
    package let issuedAt: Int64
    /// When it expires, in seconds since 1970.
    package let expiration: Int64
    /// What the person must do.
    package let purpose: Purpose

    /// Who may answer a challenge.
    package enum Holder: Equatable {
        /// Any app.
        case anybody
        /// The bearer of the token with this digest.
        case bearer(tokenDigest: String)
        /// The app in the round of a sign-in at Cognito whose key is the action's idempotency key.
        case round
    }

    /// What the person must do.
    package enum Purpose: Equatable {
        /// Create a passkey.
        case registration(Registration)
        /// Use a passkey.
        case authentication(Authentication)
    }

    /// A passkey to create.
    package struct Registration: Equatable {
        /// The user's handle, as in the options.
        package let handle: [UInt8]
        /// The name that tells the account from the person's others, if the app gave one.
        package let username: String?
        /// The person's name for display, if the app gave one.
        package let displayName: String?
        /// How the client must ask the person.
        package let mediation: CreationMediation

        /// A passkey to create.
        package init(handle: [UInt8], username: String?, displayName: String?, mediation: CreationMediation) {
            self.handle = handle
            self.username = username
            self.displayName = displayName
            self.mediation = mediation
        }
    }

    /// A passkey to use.
    package struct Authentication: Equatable {
        /// Digests of the ids of the passkeys allowed; empty if any passkey is allowed.
        package let allowed: [String]
        /// The action that has been started, if any.
        package let startedAction: StartedAction?
        /// The name that the person entered; nil if they entered none.
        package let username: String?

        /// A passkey to use.
        package init(allowed: [String], startedAction: StartedAction?, username: String?) {
            self.allowed = allowed
            self.startedAction = startedAction
            self.username = username
        }
    }

    /// A ceremony.
    package init(
        poolID: String, relyingPartyID: String, holder: Holder, issuedAt: Int64, expiration: Int64, purpose: Purpose
    ) {
        self.poolID = poolID
        self.relyingPartyID = relyingPartyID
        self.holder = holder
        self.issuedAt = issuedAt
        self.expiration = expiration
        self.purpose = purpose
    }
}

extension Ceremony {
    /// The form in which it travels.
    package var json: [UInt8] {
        JSONWriter.object { object in
            object.member("pool", poolID)
            object.member("rp", relyingPartyID)
            switch holder {
            case .anybody: break
            case .bearer(let tokenDigest): object.member("token", tokenDigest)
            case .round: object.member("round", true)
            }
            object.member("iat", issuedAt)
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

    /// The ceremony in that form; nil for anything else.
    package init?(json bytes: [UInt8]) {
        guard let json = try? JSONValue(parsing: bytes), let poolID = json["pool"]?.string,
            let relyingPartyID = json["rp"]?.string, let issuedAt = json["iat"]?.integer,
            let expiration = json["exp"]?.integer
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
        let holder: Holder
        switch (json["token"], json["round"]) {
        case (nil, nil): holder = .anybody
        case (let token?, nil):
            guard let digest = token.string else { return nil }
            holder = .bearer(tokenDigest: digest)
        case (nil, _?): holder = .round
        case (_?, _?): return nil
        }
        self.init(
            poolID: poolID, relyingPartyID: relyingPartyID, holder: holder, issuedAt: issuedAt,
            expiration: expiration, purpose: purpose)
    }
}
