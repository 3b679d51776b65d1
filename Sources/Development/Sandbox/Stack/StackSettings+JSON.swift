internal import JSON
internal import LocalCognito

extension StackSettings {
    /// The only tenant that the authenticator serves in the current token mode.
    package var tenantID: String { tokenMode == .authsignal ? Self.tenantID : pool.id }

    /// The settings as the control API shows them.
    ///
    /// - Parameter advice: what a change of them means for connected apps.
    func json(url: String, advice: String? = nil) -> [UInt8] {
        JSONWriter.object { answer in
            answer.member("tokenMode", tokenMode.rawValue)
            answer.member("firstEnrolment", firstEnrolment.rawValue)
            answer.member("flow", flow.rawValue)
            answer.member("tokenModes", TokenMode.allCases.map(\.rawValue))
            answer.member("firstEnrolments", FirstEnrolment.allCases.map(\.rawValue))
            answer.member("flows", Flow.allCases.map(\.rawValue))
            answer.member("stateTable", stateTable.rawValue)
            answer.member("stateTables", StateTable.allCases.map(\.rawValue))
            answer.member("audit", audit.rawValue)
            answer.member("audits", Audit.allCases.map(\.rawValue))
            answer.member("lifetimes", write(lifetimes:))
            answer.member("confirmSignUp", signUpConfirmation.rawValue)
            answer.member("aliases", pool.aliasAttributes)
            answer.member("passwordRules", passwordRules)
            answer.member("clientId", pool.clients.first?.id ?? "")
            // The page plays the server that would keep it.
            answer.member("clientSecret", ifPresent: pool.clients.first?.secret)
            answer.member("userPoolId", pool.id)
            answer.member("userPoolIssuer", pool.issuerURL(at: url))
            answer.member("region", pool.region)
            answer.member("tenantId", tenantID)
            answer.member("relyingPartyId", relyingPartyID)
            answer.member("issuer", url + "/")
            answer.member("issuerClientId", Self.providerClientID)
            answer.member("url", url)
            answer.member("advice", ifPresent: advice)
        }
    }

    /// A copy of the settings with the values from a JSON object.
    ///
    /// - Throws: `SandboxError.invalidSetting`.
    func changed(by body: [UInt8]) throws(SandboxError) -> StackSettings {
        guard let json = try? JSONValue(parsing: body), json.kind == .object else {
            throw .invalidSetting(name: "settings", fault: "must be a JSON object")
        }
        var changed = self
        for (name, value) in json.members {
            switch name {
            case "tokenMode": changed.tokenMode = try Self.choice(name, value)
            case "firstEnrolment": changed.firstEnrolment = try Self.choice(name, value)
            case "flow": changed.flow = try Self.choice(name, value)
            case "audit": changed.audit = try Self.choice(name, value)
            case "stateTable": changed.stateTable = try Self.choice(name, value)
            case "lifetimes": try changed.setLifetimes(value)
            default: throw .invalidSetting(name: name, fault: "there is no such setting to change")
            }
        }
        return changed
    }

    private static func choice<Choice>(_ name: String, _ value: JSONValue) throws(SandboxError) -> Choice
    where Choice: RawRepresentable & CaseIterable, Choice.RawValue == String {
        guard let choice = value.string.flatMap(Choice.init(rawValue:)) else {
            let choices = Choice.allCases.map(\.rawValue).joined(separator: ", ")
            throw .invalidSetting(name: name, fault: "must be one of \(choices)")
        }
        return choice
    }
}
