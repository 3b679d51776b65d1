internal import JSON

extension UserPool {
    /// Carries a call out; returns the body of the answer.
    func perform(_ operation: PoolOperation, _ request: PoolRequest) async throws(PoolError) -> [UInt8] {
        switch operation {
        case .initiateAuth: return try await initiateAuth(request, by: .app).json
        case .respondToAuthChallenge: return try await respondToAuthChallenge(request, by: .app).json
        case .getTokensFromRefreshToken: return SignInAnswer.tokens(try tokensFromRefreshToken(request)).json
        case .revokeToken: try revokeToken(request)
        case .globalSignOut: try globalSignOut(request)
        case .signUp: return try await signUp(request).json
        case .confirmSignUp: try confirmSignUp(request)
        case .resendConfirmationCode:
            let delivery = try await resendConfirmationCode(request)
            return JSONWriter.object { answer in
                if let delivery { answer.member("CodeDeliveryDetails", raw: delivery.json) }
            }
        case .getUser:
            let (user, attributes) = try getUser(request)
            return JSONWriter.object { answer in
                answer.member("Username", user.username)
                answer.member("UserAttributes", array: attributes.list)
            }
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
        case .adminSetUserPassword: try adminSetUserPassword(request)
        case .adminDisableUser: try adminSetEnabled(request, false)
        case .adminEnableUser: try adminSetEnabled(request, true)
        case .describeUserPool:
            try checkPool(request)
            return settings.description(triggers: Array(triggers.functions.keys))
        case .describeUserPoolClient:
            try checkPool(request)
            return try settings.client(try request.required("ClientId")).description(poolID: settings.id)
        default: throw PoolError(.unknownOperation, "The sandbox does not know the operation \(operation).")
        }
        return Self.nothing
    }

    private static var nothing: [UInt8] { Array("{}".utf8) }
}
