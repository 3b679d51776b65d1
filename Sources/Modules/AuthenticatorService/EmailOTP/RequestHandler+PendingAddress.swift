internal import EmailCodes

/// The tokens of an Authsignal tenant name no address. So the address of a round's code is kept until the answer comes.
/// It is kept sealed, because no address stands in the table of what expires.
extension RequestHandler {
    /// Keeps the address of a round's code.
    func keep(_ target: CodeTarget, for action: ActionID) throws(APIError) {
        guard let address = target.address, let tenant = tenants.first(where: { $0.id == action.user.tenantID }) else {
            return
        }
        let sealed = try seal(Array(address.utf8), for: .address, of: tenant)
        let end = now + CodeRules.maximumLifetime + 60
        try asking { () throws(StorageError) in
            try storage.keep(sealed.text, as: Self.session(of: action), until: end, by: attempt)
        }
    }

    /// The mailbox of the code of a round; nil if no code was asked for.
    func pendingTarget(_ bearer: Bearer, _ action: ActionID) throws(APIError) -> CodeTarget? {
        let kept = try asking { () throws(StorageError) in
            try storage.kept(Self.session(of: action), at: now)
        }
        guard let kept, let (contents, _) = bearer.tenant.sealer.open(kept, for: .address),
            let address = String(validating: contents, as: UTF8.self)
        else { return nil }
        let isEnrolled = try stored(bearer.user)?.email(address) != nil
        return CodeTarget(address: address, isVerified: isEnrolled, isEnrolled: isEnrolled)
    }
}
