// From Amplify's documentation, "Accessing credentials" (docs.amplify.aws/swift), and the API reference of Amplify
// Swift 2.60. Only what the sample uses.

// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

import Amplify

public protocol AuthCognitoTokensProvider {
    func getCognitoTokens() -> Result<AuthCognitoTokens, AuthError>
}

public protocol AuthCognitoTokens {
    var idToken: String { get }
    var accessToken: String { get }
    var refreshToken: String { get }
}
