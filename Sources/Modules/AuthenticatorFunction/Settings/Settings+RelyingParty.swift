internal import AuthenticatorService
internal import LambdaRuntime
internal import SignInRules
internal import WebAuthn

extension Settings {
    /// The relying party of all passkeys (`RELYING_PARTY_ID`, `RELYING_PARTY_NAME`, `PASSKEY_ORIGINS`, `ANDROID_APPS`).
    func relyingParty() throws(FunctionError) -> RelyingParty {
        let variable = "RELYING_PARTY_ID"
        guard let id = text(variable) else { throw .configuration(variable, "must be the domain of the passkeys") }
        var origins: [Origin] = []
        for text in try list("PASSKEY_ORIGINS") ?? ["https://" + id] {
            do { origins.append(try Origin(text)) } catch {
                throw .configuration("PASSKEY_ORIGINS", "must be web origins such as https://app.example.com")
            }
        }
        for app in try androidApps() {
            for fingerprint in app.fingerprints {
                do { origins.append(try Origin(androidFingerprint: fingerprint)) } catch { throw Self.androidFault }
            }
        }
        do {
            return try RelyingParty(
                id: id, name: text("RELYING_PARTY_NAME") ?? id, origins: origins, userHandles: .anyClientEncoding)
        } catch {
            throw .configuration(variable, "must be a domain name in lower case, such as example.com")
        }
    }

    /// The Android apps that may use the passkeys (`ANDROID_APPS`): a list of a package name, `=` and the SHA-256
    /// fingerprint of a signing certificate. An app with several certificates stands there several times.
    func androidApps() throws(FunctionError) -> [AndroidApp] {
        var apps: [AndroidApp] = []
        for text in try list("ANDROID_APPS") ?? [] {
            let parts = text.split(separator: "=", omittingEmptySubsequences: false).map(String.init)
            guard parts.count == 2, !parts[0].isEmpty else { throw Self.androidFault }
            apps.append(AndroidApp(packageName: parts[0], fingerprints: [parts[1]]))
        }
        return apps
    }

    private static let androidFault = FunctionError.configuration(
        "ANDROID_APPS",
        "must be package names with the SHA-256 fingerprints of their certificates: com.example.app=AB:…")
}
