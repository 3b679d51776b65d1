/// The calls that the endpoint knows, by their names in `X-Amz-Target`.
enum PoolOperation: String, CaseIterable, Sendable {
    case initiateAuth = "InitiateAuth"
    case respondToAuthChallenge = "RespondToAuthChallenge"
    case getTokensFromRefreshToken = "GetTokensFromRefreshToken"
    case revokeToken = "RevokeToken"
    case globalSignOut = "GlobalSignOut"
    case signUp = "SignUp"
    case confirmSignUp = "ConfirmSignUp"
    case resendConfirmationCode = "ResendConfirmationCode"
    case getUser = "GetUser"
    case updateUserAttributes = "UpdateUserAttributes"
    case getUserAttributeVerificationCode = "GetUserAttributeVerificationCode"
    case verifyUserAttribute = "VerifyUserAttribute"
    case deleteUser = "DeleteUser"
    case deleteUserAttributes = "DeleteUserAttributes"
    case changePassword = "ChangePassword"
    case forgotPassword = "ForgotPassword"
    case confirmForgotPassword = "ConfirmForgotPassword"
    case adminInitiateAuth = "AdminInitiateAuth"
    case adminRespondToAuthChallenge = "AdminRespondToAuthChallenge"
    case adminCreateUser = "AdminCreateUser"
    case adminConfirmSignUp = "AdminConfirmSignUp"
    case adminGetUser = "AdminGetUser"
    case adminUpdateUserAttributes = "AdminUpdateUserAttributes"
    case adminDeleteUserAttributes = "AdminDeleteUserAttributes"
    case adminSetUserPassword = "AdminSetUserPassword"
    case adminResetUserPassword = "AdminResetUserPassword"
    case adminDisableUser = "AdminDisableUser"
    case adminEnableUser = "AdminEnableUser"
    case adminDeleteUser = "AdminDeleteUser"
    case adminUserGlobalSignOut = "AdminUserGlobalSignOut"
    case listUsers = "ListUsers"
    case listUserPools = "ListUserPools"
    case getUserPoolMFAConfiguration = "GetUserPoolMfaConfig"
    case describeUserPool = "DescribeUserPool"
    case describeUserPoolClient = "DescribeUserPoolClient"
    case listUserPoolClients = "ListUserPoolClients"

    /// Whether the caller must sign the call.
    var isSigned: Bool {
        rawValue.hasPrefix("Admin") || rawValue.contains("UserPool") || self == .listUsers
    }
}
