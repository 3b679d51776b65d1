internal import JSON
package import LoopbackServer

extension UserPool {
    /// Answers a request: `POST /` for calls, and the pool's two public documents.
    ///
    /// Another server may mount the pool: it calls `mount(at:)` with its own address and hands the requests on.
    package func respond(to request: LoopbackRequest) async -> LoopbackResponse {
        let path = request.path
        switch request.method {
        case "POST" where path == "/": return await respond(toCall: request).openToEveryOrigin
        case "OPTIONS" where path == "/" || document(at: path) != nil: return .preflight
        case "GET":
            guard let (document, issuer) = document(at: path) else { return LoopbackResponse(404) }
            do throws(PoolError) {
                return LoopbackResponse(body: try content(of: document, issuer)).openToEveryOrigin
            } catch {
                return .failure(error)
            }
        default: return LoopbackResponse(404)
        }
    }

    private func respond(toCall request: LoopbackRequest) async -> LoopbackResponse {
        let start = ContinuousClock.now
        let target = request.header("X-Amz-Target") ?? ""
        let outcome: Result<[UInt8], PoolError>
        do throws(PoolError) {
            outcome = .success(try await answer(request, target: target))
        } catch {
            outcome = .failure(error)
        }
        let operation = target.hasPrefix(Self.service) ? String(target.dropFirst(Self.service.count)) : target
        observer?.observe(
            .call(
                PoolCallRecord(
                    operation: operation, request: request.body, outcome: outcome,
                    duration: ContinuousClock.now - start)))
        switch outcome {
        case .success(let answer): return .amazonJSON(answer)
        case .failure(let error): return .failure(error)
        }
    }

    /// The prefix of the operation's name in `X-Amz-Target`.
    private static let service = "AWSCognitoIdentityProviderService."

    private func answer(_ request: LoopbackRequest, target: String) async throws(PoolError) -> [UInt8] {
        guard target.hasPrefix(Self.service),
            let operation = PoolOperation(rawValue: String(target.dropFirst(Self.service.count)))
        else { throw PoolError(.unknownOperation, "The sandbox does not know the operation \(target).") }
        if operation.isSigned {
            guard request.header("Authorization")?.hasPrefix("AWS4-HMAC-SHA256 ") == true else {
                throw PoolError(.missingAuthenticationToken, "Missing Authentication Token")
            }
        }
        return try await perform(operation, try PoolRequest(request.body, of: operation))
    }

    /// What an issuer publishes under its own address.
    private enum Document: String, CaseIterable {
        case keySet = "/.well-known/jwks.json"
        case configuration = "/.well-known/openid-configuration"
    }

    /// The document at a path, and the issuer that publishes it there; nil if there is none.
    private func document(at path: String) -> (Document, issuer: String)? {
        let url = address + path
        for issuer in issuerURLs {
            for document in Document.allCases where url == issuer + document.rawValue { return (document, issuer) }
        }
        return nil
    }

    private func content(of document: Document, _ name: String) throws(PoolError) -> [UInt8] {
        switch document {
        case .keySet: try issuer().keySet
        case .configuration: openIDConfiguration(of: name)
        }
    }

    /// The first document that a verifier of tokens fetches (OpenID Connect Discovery 1.0 section 3).
    private func openIDConfiguration(of issuer: String) -> [UInt8] {
        JSONWriter.object { configuration in
            configuration.member("issuer", issuer)
            configuration.member("jwks_uri", issuer + Document.keySet.rawValue)
            configuration.member("id_token_signing_alg_values_supported", ["RS256"])
            configuration.member("response_types_supported", ["code", "token"])
            configuration.member("scopes_supported", ["openid", "email", "phone", "profile"])
            configuration.member("subject_types_supported", ["public"])
        }
    }
}
