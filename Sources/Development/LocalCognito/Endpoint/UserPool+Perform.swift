internal import JSON

extension UserPool {
    /// Performs the operation of a call; returns the body of the answer.
    func perform(_ operation: PoolOperation, _ request: PoolRequest) async throws(PoolError) -> [UInt8] {
        switch operation {
        case .initiateAuth: return try await initiateAuth(request, by: .app).json
        case .respondToAuthChallenge: return try await respondToAuthChallenge(request, by: .app).json
        case .getTokensFromRefreshToken: return SignInAnswer.tokens(try await tokensFromRefreshToken(request)).json
        case .revokeToken: try revokeToken(request)
        case .globalSignOut: try globalSignOut(request)
        case .signUp: return try await signUp(request).json
        case .confirmSignUp: try confirmSignUp(request)
        case .resendConfirmationCode:
            let delivery = try await resendConfirmationCode(request)
            return JSONWriter.object { $0.member("CodeDeliveryDetails", raw: delivery.json) }
        case .getUser:
            let (user, attributes) = try getUser(request)
            return JSONWriter.object { answer in
                answer.member("Username", user.username)
                answer.member("UserAttributes", array: attributes.list)
            }
        case .updateUserAttributes:
            let deliveries = try await updateUserAttributes(request)
            return JSONWriter.object { $0.member("CodeDeliveryDetailsList", array: deliveries.map(\.json)) }
        case .getUserAttributeVerificationCode:
            let delivery = try await userAttributeVerificationCode(request)
            return JSONWriter.object { $0.member("CodeDeliveryDetails", raw: delivery.json) }
        case .verifyUserAttribute: try verifyUserAttribute(request)
        case .deleteUser: try deleteUser(request)
        case .deleteUserAttributes: try await deleteUserAttributes(request)
        case .changePassword: try changePassword(request)
        case .forgotPassword:
            let delivery = try await forgotPassword(request)
            return JSONWriter.object { $0.member("CodeDeliveryDetails", raw: delivery.json) }
        case .confirmForgotPassword: try confirmForgotPassword(request)
        default: return try await performAsAdministrator(operation, request)
        }
        return Self.nothing
    }

    private func performAsAdministrator(
        _ operation: PoolOperation, _ request: PoolRequest
    ) async throws(PoolError) -> [UInt8] {
        switch operation {
        case .adminInitiateAuth: return try await initiateAuth(request, by: .administrator).json
        case .adminRespondToAuthChallenge:
            return try await respondToAuthChallenge(request, by: .administrator).json
        case .adminCreateUser:
            let user = try await adminCreateUser(request)
            return JSONWriter.object { $0.member("User", raw: user.json(attributes: "Attributes")) }
        case .adminGetUser: return try adminGetUser(request).json(attributes: "UserAttributes")
        case .adminConfirmSignUp: try adminConfirmSignUp(request)
        case .adminUpdateUserAttributes: try await adminUpdateUserAttributes(request)
        case .adminDeleteUserAttributes: try await adminDeleteUserAttributes(request)
        case .adminSetUserPassword: try adminSetUserPassword(request)
        case .adminResetUserPassword: try await adminResetUserPassword(request)
        case .adminDisableUser: try adminSetEnabled(request, to: false)
        case .adminEnableUser: try adminSetEnabled(request, to: true)
        case .adminDeleteUser: try adminDeleteUser(request)
        case .adminUserGlobalSignOut: try adminUserGlobalSignOut(request)
        case .updateUserPoolClient: return try updateUserPoolClient(request)
        case .listUserPools: return try listUserPools(request)
        case .getUserPoolMFAConfiguration:
            // The pool has no second factor.
            try checkPool(request)
            return JSONWriter.object { $0.member("MfaConfiguration", "OFF") }
        case .listUsers: return try listUsers(request)
        case .listUserPoolClients: return try listUserPoolClients(request)
        case .describeUserPool:
            try checkPool(request)
            return settings.description(triggers: Array(triggers.functions.keys), passwordPolicy: passwordPolicy)
        case .describeUserPoolClient:
            try checkPool(request)
            return try appClient(try request.required("ClientId")).description(poolID: settings.id)
        default: throw PoolError(.unknownOperation, "The sandbox does not know the operation \(operation).")
        }
        return Self.nothing
    }

    private static var nothing: [UInt8] { Array("{}".utf8) }
}
