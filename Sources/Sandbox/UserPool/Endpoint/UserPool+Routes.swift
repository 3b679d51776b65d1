internal import FlyingFox
internal import Foundation
internal import JSON

extension UserPool {
    /// Answers a request: `POST /` for calls, and the pool's two public documents.
    func respond(to request: HTTPRequest) async -> HTTPResponse {
        switch (request.method, request.target.path()) {
        case (.POST, "/"):
            let body = (try? await [UInt8](request.bodyData)) ?? []
            do throws(PoolError) {
                return .amazonJSON(try await answer(request, body))
            } catch {
                return .failure(error)
            }
        case (.GET, "/\(settings.id)/.well-known/jwks.json"):
            do throws(PoolError) { return HTTPResponse(json: try issuer().keySet) } catch { return .failure(error) }
        case (.GET, "/\(settings.id)/.well-known/openid-configuration"):
            return HTTPResponse(json: openIDConfiguration)
        default: return HTTPResponse(statusCode: .notFound)
        }
    }

    private func answer(_ request: HTTPRequest, _ body: [UInt8]) async throws(PoolError) -> [UInt8] {
        let target = request.headers[HTTPHeader("X-Amz-Target")] ?? ""
        let parts = target.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 2, parts[0] == "AWSCognitoIdentityProviderService",
            let operation = PoolOperation(rawValue: String(parts[1]))
        else { throw PoolError(.unknownOperation, "The sandbox does not know the operation \(target).") }
        if operation.isSigned {
            guard request.headers[.authorization]?.hasPrefix("AWS4-HMAC-SHA256 ") == true else {
                throw PoolError(.missingAuthenticationToken, "Missing Authentication Token")
            }
        }
        return try await perform(operation, try PoolRequest(body))
    }

    /// Carries a call out; returns the body of the answer.
    private func perform(_ operation: PoolOperation, _ request: PoolRequest) async throws(PoolError) -> [UInt8] {
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

    /// What a verifier of tokens asks for first (OpenID Connect Discovery 1.0 section 3).
    private var openIDConfiguration: [UInt8] {
        JSONWriter.object { configuration in
            configuration.member("issuer", issuerURL)
            configuration.member("jwks_uri", "\(address)/\(settings.id)/.well-known/jwks.json")
            configuration.member("id_token_signing_alg_values_supported", ["RS256"])
            configuration.member("response_types_supported", ["code", "token"])
            configuration.member("scopes_supported", ["openid", "email", "phone", "profile"])
            configuration.member("subject_types_supported", ["public"])
        }
    }
}

extension HTTPResponse {
    private static let amazonJSONType = "application/x-amz-json-1.1"

    fileprivate static func amazonJSON(_ body: [UInt8], status: HTTPStatusCode = .ok) -> HTTPResponse {
        HTTPResponse(
            statusCode: status,
            headers: [
                .contentType: amazonJSONType, HTTPHeader("x-amzn-RequestId"): UUID().uuidString.lowercased(),
            ], body: Data(body))
    }

    fileprivate static func failure(_ error: PoolError) -> HTTPResponse {
        let body = JSONWriter.object { body in
            body.member("__type", error.code.rawValue)
            body.member("message", error.message)
        }
        let status: HTTPStatusCode = error.code == .internalError ? .internalServerError : .badRequest
        var response = HTTPResponse.amazonJSON(body, status: status)
        response.headers[HTTPHeader("x-amzn-ErrorType")] = "\(error.code.rawValue):"
        // A header has one line.
        response.headers[HTTPHeader("x-amzn-ErrorMessage")] = String(
            error.message.unicodeScalars.map { $0.value >= 0x20 && $0.value < 0x7F ? Character($0) : " " })
        return response
    }
}
