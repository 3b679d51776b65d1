internal import JSON
internal import Primitives
internal import StandIns

extension StandInSetup {
    /// Reads the `authsignal` member of an expectation. Without it the stand-in knows no user and answers as usual.
    init(_ value: JSONValue?) throws(Fault) {
        self.init()
        guard let value else { return }
        try value.requireMembers(
            among: ["users", "trackedState", "userMismatch", "omitsStateUpdatedAt", "failure", "delaySeconds"])
        for user in value["users"]?.members ?? [] {
            users[user.name] = try user.value.elements.map { element throws(Fault) in try Factor(element) }
        }
        rules.trackedState = value["trackedState"]?.string.map(ActionState.init(rawValue:))
        if let name = value["userMismatch"]?.string {
            guard let mismatch = AuthsignalRules.UserMismatch(rawValue: name) else {
                throw Fault("unknown userMismatch \(name)")
            }
            rules.userMismatch = mismatch
        }
        rules.omitsStateUpdatedAt = value["omitsStateUpdatedAt"]?.bool ?? false
        failure = value["failure"]?.integer.map(Int.init)
        delay = value["delaySeconds"]?.integer.map { .seconds($0) }
    }
}

extension StandInSetup.Factor {
    /// `"PASSKEY"`, or `{"EMAIL_OTP": "ana@example.test"}`.
    fileprivate init(_ value: JSONValue) throws(Fault) {
        if value.string == "PASSKEY" {
            self = .passkey
        } else if value.members.count == 1, let address = value["EMAIL_OTP"]?.string {
            self = .email(address: address)
        } else {
            throw Fault(#"a factor is "PASSKEY", or {"EMAIL_OTP": address}"#)
        }
    }
}
