internal import LoopbackServer

/// The apps that use the authenticator. Each token mode has a tenant of its own, which an app names in its settings.
extension SandboxStack {
    /// The authenticator's error for an app that names another tenant.
    static let wrongTenant = "wrong_tenant"

    /// Remembers the app that has sent a request. The sandbox's own page follows the settings by itself.
    func remember(_ request: LoopbackRequest) {
        if let origin = request.header("Origin") {
            if origin != url, origin != front?.origin { apps.insert(origin) }
        } else if let sdk = request.header("X-Authsignal-SDK") {
            apps.insert("An app with Authsignal's \(sdk) SDK")
        }
    }

    /// Changes the settings; returns what it means for connected apps, nil if nothing. They are forgotten.
    func changeWithAdvice(_ settings: StackSettings) async throws(SandboxError) -> String? {
        let former = self.settings
        try await change(settings)
        guard former.tokenMode != settings.tokenMode,
            former.tenantID != settings.tenantID || settings.tokenMode == .oidc
        else { return nil }
        defer { apps = [] }
        guard !apps.isEmpty else { return nil }
        let names = apps.sorted().joined(separator: " and ")
        let advice =
            "\(names) \(apps.count == 1 ? "uses" : "use") the tenant ID of \(former.tokenMode) mode. "
            + (settings.tokenMode == .oidc
                ? "In oidc mode, apps sign in at the issuer."
                : "In \(settings.tokenMode) mode it is \(settings.tenantID).")
        console(advice)
        return advice
    }
}

extension StackSettings {
    /// The advice for the developer of an app that names another tenant.
    var tenantAdvice: String {
        "The app's tenant ID is not that of \(tokenMode) mode. Set it to \(tenantID), or start the sandbox with --mode "
            + "\(tokenMode == .authsignal ? TokenMode.signed : .authsignal)"
    }
}
