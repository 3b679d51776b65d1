// From Authsignal's documentation, "iOS" (docs.authsignal.com/sdks/client/ios), and the public declarations of the
// Authsignal package for iOS 2.13.0. Only what the sample uses. As there, no type is Sendable.

// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public class Authsignal {
    public let email: AuthsignalEmail
    public let passkey: AuthsignalPasskey

    public init(tenantID: String, baseURL: String, deviceID: String? = nil) { fatalError() }

    public func setToken(token: String) { fatalError() }
}

public class AuthsignalPasskey {
    public func signUp(
        token: String? = nil, username: String? = nil, displayName: String? = nil,
        ignorePasskeyAlreadyExistsError: Bool = false, syncCredentials: Bool = false
    ) async -> AuthsignalResponse<SignUpResponse> { fatalError() }

    public func signIn(
        token: String? = nil, action: String? = nil, autofill: Bool = false,
        preferImmediatelyAvailableCredentials: Bool = true, syncCredentials: Bool = false
    ) async -> AuthsignalResponse<SignInResponse> { fatalError() }

    public func isSupported() -> Bool { fatalError() }

    public func shouldPromptToCreatePasskey(username: String? = nil) async -> AuthsignalResponse<Bool> { fatalError() }
}

public class AuthsignalEmail {
    public func enroll(email: String) async -> AuthsignalResponse<EnrollResponse> { fatalError() }
    public func challenge() async -> AuthsignalResponse<ChallengeResponse> { fatalError() }
    public func verify(code: String) async -> AuthsignalResponse<VerifyResponse> { fatalError() }
}

public struct AuthsignalResponse<T> {
    public let data: T?
    public let error: String?
    public let errorCode: String?
}

public struct SignUpResponse {
    public let token: String?
}

public struct SignInResponse {
    public let isVerified: Bool
    public let token: String?
    public let userId: String?
    public let userAuthenticatorId: String?
    public let username: String?
    public let displayName: String?
}

public struct EnrollResponse {
    public let userAuthenticatorId: String
}

public struct ChallengeResponse {
    public let challengeId: String
}

public struct VerifyResponse {
    public let isVerified: Bool
    public let token: String?
    public let failureReason: String?
}
