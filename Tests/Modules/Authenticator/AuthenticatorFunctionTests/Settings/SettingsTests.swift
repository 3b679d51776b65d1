import AWS
import AuthenticatorFunction
import FunctionServices
import HTTP
import HTTPS
import LambdaRuntime
import Primitives
import SoftwarePasskey
import TestKeys
import TestSupport
import Testing

@Suite("The function's settings")
struct SettingsTests {
    private static let complete = [
        "AWS_REGION": "eu-west-1", "AWS_ACCESS_KEY_ID": "a", "AWS_SECRET_ACCESS_KEY": "s",
        "USER_POOL_ID": "eu-west-1_pool", "TOKEN_SIGNING_KEY": "a signing key that is long enough for HS256",
        "RELYING_PARTY_ID": "example.com", "USERS_TABLE": "users", "STATE_TABLE": "state",
        "OTP_KEY": "a key of codes that is long enough, too", "OTP_SENDER": "Shop <no-reply@example.com>",
    ]

    private static let androidApp = "com.example.app=" + Array(repeating: "AB", count: 32).joined(separator: ":")

    /// Why a function does not start with these variables; nil if it starts.
    private static func fault(_ changes: [String: String?]) throws -> String? {
        var variables = complete
        for (name, value) in changes { variables[name] = value }
        let environment = Environment(variables)
        let transport = try CurlTransport.https()
        let services = Services(
            settings: Settings(environment), transport: transport,
            aws: AWSCredentials { environment[$0] }.map {
                AWSClient(transport: transport, credentials: $0) { environment[$0] }
            }, now: { 0 }, pause: { _ in }, random: { [UInt8](repeating: 1, count: $0) })
        do throws(FunctionError) {
            _ = try AuthenticatorFunction(services, Log(environment: environment) { _ in })
            return nil
        } catch { return error.detail }
    }

    @Test(
        "are refused at the start if one is missing or wrong, by its name",
        arguments: [
            ("USERS_TABLE", nil), ("STATE_TABLE", nil), ("RELYING_PARTY_ID", nil), ("OTP_KEY", nil),
            ("OTP_SENDER", nil),
            ("USER_POOL_ID", nil), ("TOKEN_SIGNING_KEY", nil), ("TOKEN_SIGNING_KEY", "short"),
            ("RELYING_PARTY_ID", "https://example.com"), ("PASSKEY_ORIGINS", "https://example.com/"),
            ("PASSKEY_ORIGINS", "https://example.com,"), ("RELATED_ORIGINS", "example.org"),
            (
                "RELATED_ORIGINS",
                "https://a.com,https://b.com,https://c.com,https://d.com,https://e.com,https://f.com"
            ),
            ("TOP_ORIGINS", "*"), ("PASSKEY_ENROLL_URL", "http://example.com/passkeys"),
            ("PASSKEY_MANAGE_URL", "http://localhost/account"),
            ("PASSKEY_MANAGE_URL", "https:///account"), ("PASSKEY_MANAGE_URL", "https://example.com/a b"),
            ("PASSKEY_HINTS", "phone"), ("ANDROID_APPS", "com.example.app"),
            ("ANDROID_APPS", "com.example.app=AB"), ("ANDROID_APPS", "\(androidApp)="),
            ("ANDROID_APPS", "=\(androidApp.dropFirst(16))"),
            ("SIGN_COUNT", "ignore"), ("ASSURANCE", "aal3"), ("AWS_REGION", nil),
            ("ATTESTATION_ROOTS", "AAAA"), ("OTP_LIFETIME", "601"), ("OTP_MAILS_PER_HOUR", "0"),
            ("OTP_MAILS_PER_NETWORK", "1001"), ("OTP_MAILS_PER_NETWORK", "-1"), ("CLOUDFRONT_SECRET", "short"),
            ("OTP_KEY", "short"), ("USERS_TABLE", "a/b"),
        ] as [(String, String?)])
    func faultNamesItsVariable(variable: String, value: String?) throws {
        let fault = try Self.fault([variable: value])
        #expect(fault?.contains(variable) == true, "\(fault ?? "it starts")")
    }

    @Test(
        "stop the start if a page of another domain is among the relying party's own, with a text that names both",
        arguments: [
            "https://example.com", "https://app.example.com,https://example.com", "https://notexample.org",
            "https://example.org.evil.test", "https://org", "http://localhost:3000", "https://xample.org:8443",
        ])
    func ownOriginsAreOfTheRelyingParty(origins: String) throws {
        let fault = try Self.fault(["RELYING_PARTY_ID": "example.org", "PASSKEY_ORIGINS": origins])
        let first = origins.prefix { $0 != "," }
        #expect(
            fault
                == "PASSKEY_ORIGINS has \(first), whose host is neither RELYING_PARTY_ID, example.org, nor below it; "
                + "origins of other domains belong into RELATED_ORIGINS")
    }

    @Test(
        "take pages at and below the relying party's domain, Android apps, and what is related",
        arguments: [
            ["PASSKEY_ORIGINS": "https://example.org,https://app.example.org:8443,https://a.b.example.org"],
            ["PASSKEY_ORIGINS": "https://example.org,android:apk-key-hash:\(String(repeating: "A", count: 43))"],
            ["PASSKEY_ORIGINS": "https://example.com", "RELATED_ORIGINS": "https://example.com"],
            ["RELYING_PARTY_ID": "localhost", "PASSKEY_ORIGINS": "http://localhost:3000,http://app.localhost"],
        ])
    func otherOriginsAreTaken(settings: [String: String]) throws {
        try expect(Self.fault(["RELYING_PARTY_ID": "example.org"].merging(settings) { $1 }), equals: nil)
    }

    @Test("allow no list of models without roots, as a model is then the client's word, and no unknown model")
    func modelsNeedRoots() throws {
        let root = Base64.encode(try TestAuthority("root").certificate)
        let unknown = "00000000-0000-0000-0000-000000000000"
        try expect(
            Self.fault(["ALLOWED_AAGUIDS": "ee882879-721c-4913-9775-3dfcce97072a"]),
            equals: "ALLOWED_AAGUIDS needs ATTESTATION_ROOTS")
        try expect(
            Self.fault(["ATTESTATION_ROOTS": root, "ALLOWED_AAGUIDS": unknown]),
            equals: "ALLOWED_AAGUIDS has the id of an unknown model")
        try expect(Self.fault(["ATTESTATION_ROOTS": root]), equals: nil)
    }

    @Test("let the pages of related origins register passkeys", arguments: ["", "https://shop.example.org"])
    func relatedOrigins(setting: String) throws {
        let process = try Deployment(settings: ["RELATED_ORIGINS": setting]).process()
        var device = SoftwareAuthenticator(origin: "https://shop.example.org")
        _ = try process.enrol(&device)
        #expect(process.deployment.cloud.userItems.contains { $0["credentialId"] != nil } == !setting.isEmpty)
    }

    @Test("may demand passkeys: then an emailed code adds no second one", arguments: ["", "aal2"])
    func assurance(demanded: String) throws {
        let process = try Deployment(settings: ["ASSURANCE": demanded]).process()
        var (first, second) = (SoftwareAuthenticator.new, SoftwareAuthenticator.new)
        let byCode = try process.enrol(&first)
        try expect(process.register(&second, byCode).isVerified, equals: demanded.isEmpty)
    }

    @Test(
        "may name more",
        arguments: [
            ("PASSKEY_ORIGINS", "https://example.com,https://app.example.com"), ("SIGN_COUNT", "refuse"),
            ("ASSURANCE", "aal2"), ("PASSKEY_HINTS", "client-device,hybrid"),
            ("RELATED_ORIGINS", "https://example.co.uk"), ("TOP_ORIGINS", "https://partner.com"),
            ("APPLE_APP_IDS", "TEAM.com.example.app"), ("PASSKEY_ENROLL_URL", "https://example.com/passkeys?new#top"),
            ("PASSKEY_MANAGE_URL", "https://example.com"), ("ANDROID_APPS", androidApp),
        ])
    func furtherSettings(variable: String, value: String) throws {
        try expect(Self.fault([variable: value]), equals: nil)
    }
}
