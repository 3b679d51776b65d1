internal import AuthenticatorService
internal import LambdaRuntime
internal import WebAuthn

extension Settings {
    private static let androidVariable = "ANDROID_APPS"

    /// The Android apps that may use the passkeys (`ANDROID_APPS`): a list of a package name, `=` and the SHA-256
    /// fingerprint of a signing certificate. An app with several certificates stands there several times.
    func androidApps() throws(FunctionError) -> [AndroidApp] {
        var apps: [AndroidApp] = []
        for text in try list(Self.androidVariable) ?? [] {
            let parts = text.split(separator: "=", omittingEmptySubsequences: false).map(String.init)
            guard parts.count == 2, !parts[0].isEmpty else { throw Self.androidFault }
            apps.append(AndroidApp(packageName: parts[0], fingerprints: [parts[1]]))
        }
        return apps
    }

    /// The origins that those apps write.
    func androidOrigins() throws(FunctionError) -> [Origin] {
        var origins: [Origin] = []
        for fingerprint in try androidApps().flatMap(\.fingerprints) {
            do { origins.append(try Origin(androidFingerprint: fingerprint)) } catch { throw Self.androidFault }
        }
        return origins
    }

    private static let androidFault = FunctionError.configuration(
        androidVariable, "must be package names with SHA-256 fingerprints of certificates: com.example.app=AB:CD:…")
}
