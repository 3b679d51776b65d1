// From Amplify's documentation, "Custom auth flows" and "Set up Amplify Auth" (docs.amplify.aws/swift), and the API
// reference of Amplify Swift 2.60: AWSCognitoAuthPlugin. Only what the sample uses.

// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

import Amplify

public final class AWSCognitoAuthPlugin: AuthCategoryPlugin {
    public init() {}
}

public struct AWSAuthSignInOptions {
    public init(metadata: [String: String]? = nil, authFlowType: AuthFlowType? = nil) {}
}

public enum AuthFlowType {
    case userSRP, customWithSRP, customWithoutSRP, userPassword
}

public enum AWSCognitoAuthError: Error {
    case userNotFound, userNotConfirmed, usernameExists, aliasExists, codeDelivery, codeMismatch, codeExpired
    case invalidParameter, invalidPassword, limitExceeded, passwordResetRequired, resourceNotFound
    case failedAttemptsLimitExceeded, requestLimitExceeded, lambda, network
}
