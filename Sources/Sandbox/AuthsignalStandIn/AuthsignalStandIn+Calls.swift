internal import FlyingFox
internal import Foundation
internal import JOSE
internal import JSON

extension AuthsignalStandIn {
    /// What a tenant of the stand-in allows.
    private static let allowedMethods = ["PASSKEY", "EMAIL_OTP"]

    /// `POST /users/{userId}/actions/{action}`.
    func track(userID: String, action: String, _ body: JSON.JSONValue?) -> HTTPResponse {
        guard action.wholeMatch(of: /[a-zA-Z0-9_-]{1,64}/) != nil, let body, body.kind == .object else {
            return .failure(400, "invalid_request", "The request is invalid.")
        }
        var user = state.users[userID] ?? StandInUser()
        user.email = body["email"]?.string ?? user.email
        user.username = body["username"]?.string ?? user.username
        state.users[userID] = user
        let methods = enrolledMethods(of: userID)
        let id = StandInActionID(
            userID: userID, action: action,
            idempotencyKey: body["idempotencyKey"]?.string ?? UUID().uuidString.lowercased())
        let usual = methods.isEmpty ? "ALLOW" : "CHALLENGE_REQUIRED"
        let tracked = state.actions[id] ?? StandInAction(state: behaviour.trackedState ?? usual)
        state.actions[id] = tracked
        guard let token = try? token(for: id, scope: body["scope"]?.string) else {
            return .failure(500, "unexpected_error", "No token could be made.")
        }
        return HTTPResponse(
            json: JSONWriter.object { answer in
                answer.member("state", tracked.state)
                answer.member("idempotencyKey", id.idempotencyKey)
                answer.member("url", "http://127.0.0.1:\(port)/challenge?token=\(token)")
                answer.member("token", token)
                answer.member("isEnrolled", !methods.isEmpty)
                if let first = methods.first {
                    answer.member("enrolledVerificationMethods", methods)
                    answer.member("defaultVerificationMethod", first)
                }
                answer.member("allowedVerificationMethods", Self.allowedMethods)
                answer.member("ruleIds", [])
            })
    }

    /// `POST /validate`.
    func validate(_ body: JSON.JSONValue?) -> HTTPResponse {
        guard let token = body?["token"]?.string else {
            return .failure(400, "invalid_request", "The request is invalid.")
        }
        let id: StandInActionID
        do { id = try action(of: token) } catch JOSEError.expired {
            return .failure(400, "invalid_request", "The token has expired.")
        } catch {
            return .failure(422, "invalid_request_token", "The token is invalid.")
        }
        if let userID = body?["userId"]?.string, userID != id.userID {
            switch behaviour.userMismatch {
            case .badRequest:
                return HTTPResponse(
                    json: Array(#"{"isValid":false,"error":"User is invalid."}"#.utf8), status: .badRequest)
            case .notValid: return .notValid
            }
        }
        guard let action = state.actions[id], body?["action"]?.string.map({ $0 == id.action }) ?? true else {
            return .notValid
        }
        return HTTPResponse(
            json: JSONWriter.object { answer in
                answer.member("isValid", action.state == "CHALLENGE_SUCCEEDED")
                answer.member("state", action.state)
                if !behaviour.omitsStateUpdatedAt { answer.member("stateUpdatedAt", action.stateUpdatedAt.timestamp) }
                answer.member("userId", id.userID)
                answer.member("action", id.action)
                answer.member("actionCode", id.action)
                answer.member("idempotencyKey", id.idempotencyKey)
                answer.member("verificationMethod", ifPresent: action.verificationMethod)
            })
    }

    /// `GET /users/{userId}/actions/{action}/{idempotencyKey}`.
    func action(_ id: StandInActionID) -> HTTPResponse {
        guard let action = state.actions[id] else { return .failure(404, "not_found", "There is no such action.") }
        return HTTPResponse(
            json: JSONWriter.object { answer in
                answer.member("state", action.state)
                answer.member("createdAt", action.createdAt.timestamp)
                answer.member("stateUpdatedAt", action.stateUpdatedAt.timestamp)
                answer.member("verificationMethod", ifPresent: action.verificationMethod)
            })
    }

    /// `GET /users/{userId}/authenticators`.
    func authenticators(userID: String) -> HTTPResponse {
        let list = (state.users[userID]?.authenticators ?? []).map { $0.json(userID: userID) }
        return HTTPResponse(json: Array("[".utf8) + list.joined(separator: ",".utf8) + Array("]".utf8))
    }

    /// `POST /users/{userId}/authenticators`: enrols what the caller has verified itself.
    func enrol(userID: String, _ body: JSON.JSONValue?) -> HTTPResponse {
        guard let method = body?["verificationMethod"]?.string, Self.allowedMethods.contains(method) else {
            return .failure(400, "invalid_request", "The request is invalid.")
        }
        let authenticator = StandInAuthenticator(verificationMethod: method, email: body?["email"]?.string)
        state.users[userID, default: StandInUser()].authenticators.append(authenticator)
        return HTTPResponse(
            json: JSONWriter.object { $0.member("authenticator", raw: authenticator.json(userID: userID)) })
    }

    private func enrolledMethods(of userID: String) -> [String] {
        let methods = (state.users[userID]?.authenticators ?? []).map(\.verificationMethod)
        return methods.enumerated().filter { methods.firstIndex(of: $1) == $0 }.map(\.element)
    }
}

extension StandInAuthenticator {
    fileprivate func json(userID: String) -> [UInt8] {
        JSONWriter.object { object in
            object.member("userId", userID)
            object.member("userAuthenticatorId", id)
            object.member("verificationMethod", verificationMethod)
            object.member("createdAt", createdAt.timestamp)
            object.member("verifiedAt", createdAt.timestamp)
            object.member("email", ifPresent: email)
        }
    }
}

extension HTTPResponse {
    fileprivate static let notValid = HTTPResponse(json: Array(#"{"isValid":false}"#.utf8))
}

extension Date {
    /// The time in ISO 8601 with milliseconds, as the service writes it.
    fileprivate var timestamp: String { formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true)) }
}
