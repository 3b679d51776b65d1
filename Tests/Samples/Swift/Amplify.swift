// From Amplify's documentation, "Sign-in", "Custom auth flows", "Sign-up", "Accessing credentials" and "Sign-out"
// (docs.amplify.aws/swift), and the API reference of Amplify Swift 2.60 (aws-amplify.github.io/amplify-swift). Only
// what the sample uses; of the steps and errors, all that it can meet.

// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

// On Linux, URLSession is in a module of its own.
@_exported import FoundationNetworking

public class Amplify: @unchecked Sendable {
    public internal(set) static var Auth: AuthCategory {
        get { fatalError() }
        set {}
    }

    public static func add(plugin: some AuthCategoryPlugin) throws { fatalError() }
    public static func configure() throws { fatalError() }
}

public protocol AuthCategoryPlugin {}

/// As there, it is not Sendable.
public final class AuthCategory {
    public func signUp(
        username: String, password: String? = nil, options: AuthSignUpRequest.Options? = nil
    ) async throws -> AuthSignUpResult { fatalError() }

    public func confirmSignUp(for username: String, confirmationCode: String) async throws -> AuthSignUpResult {
        fatalError()
    }

    public func resendSignUpCode(for username: String) async throws -> AuthCodeDeliveryDetails { fatalError() }

    public func signIn(
        username: String? = nil, password: String? = nil, options: AuthSignInRequest.Options? = nil
    ) async throws -> AuthSignInResult { fatalError() }

    public func confirmSignIn(challengeResponse: String) async throws -> AuthSignInResult { fatalError() }

    public func fetchAuthSession() async throws -> AuthSession { fatalError() }

    public func fetchUserAttributes() async throws -> [AuthUserAttribute] { fatalError() }

    public func signOut() async -> AuthSignOutResult { fatalError() }
}

public enum AuthSignUpRequest {
    public struct Options: @unchecked Sendable {
        public init(userAttributes: [AuthUserAttribute]? = nil, pluginOptions: Any? = nil) {}
    }
}

public enum AuthSignInRequest {
    public struct Options: @unchecked Sendable {
        public init(pluginOptions: Any? = nil) {}
    }
}

public struct AuthUserAttribute: Sendable {
    public let key: AuthUserAttributeKey
    public let value: String

    public init(_ key: AuthUserAttributeKey, value: String) { fatalError() }
}

public enum AuthUserAttributeKey: Hashable, Sendable {
    case email, emailVerified, locale, name, phoneNumber, sub
    case custom(String)
    case unknown(String)
}

public struct AuthCodeDeliveryDetails: Equatable, Sendable {}

public typealias AdditionalInfo = [String: String]

public struct AuthSignUpResult: Sendable {
    public let nextStep: AuthSignUpStep
}

public enum AuthSignUpStep: Sendable {
    case confirmUser(AuthCodeDeliveryDetails? = nil, AdditionalInfo? = nil, String? = nil)
    case completeAutoSignIn(String)
    case done
}

public struct AuthSignInResult: Sendable {
    public let nextStep: AuthSignInStep
}

public enum AuthSignInStep: Equatable, Sendable {
    case confirmSignInWithSMSMFACode(AuthCodeDeliveryDetails, AdditionalInfo?)
    case confirmSignInWithCustomChallenge(AdditionalInfo?)
    case confirmSignInWithNewPassword(AdditionalInfo?)
    case confirmSignInWithPassword
    case confirmSignInWithTOTPCode
    case confirmSignInWithOTP(AuthCodeDeliveryDetails)
    case resetPassword(AdditionalInfo?)
    case confirmSignUp(AdditionalInfo?)
    case done
}

public protocol AuthSession: Sendable {
    var isSignedIn: Bool { get }
}

public protocol AuthSignOutResult: Sendable {}

public typealias ErrorDescription = String
public typealias RecoverySuggestion = String

public enum AuthError: Error {
    case configuration(ErrorDescription, RecoverySuggestion, Error? = nil)
    case service(ErrorDescription, RecoverySuggestion, Error? = nil)
    case unknown(ErrorDescription, Error? = nil)
    case validation(String, ErrorDescription, RecoverySuggestion, Error? = nil)
    case notAuthorized(ErrorDescription, RecoverySuggestion, Error? = nil)
    case invalidState(ErrorDescription, RecoverySuggestion, Error? = nil)
    case signedOut(ErrorDescription, RecoverySuggestion, Error? = nil)
    case sessionExpired(ErrorDescription, RecoverySuggestion, Error? = nil)

    public var errorDescription: ErrorDescription { fatalError() }
    public var underlyingError: Error? { fatalError() }
}
