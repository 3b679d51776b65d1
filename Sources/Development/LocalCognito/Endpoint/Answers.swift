internal import JSON

extension SignInAnswer {
    /// The answer's body.
    var json: [UInt8] {
        JSONWriter.object { answer in
            switch self {
            case .challenge(let name, let session, let parameters, let available):
                answer.member("ChallengeName", name)
                answer.member("Session", session)
                answer.member("ChallengeParameters", parameters)
                if !available.isEmpty { answer.member("AvailableChallenges", available) }
            case .tokens(let tokens):
                answer.member("ChallengeParameters", [:])
                answer.member("AuthenticationResult") { result in
                    result.member("AccessToken", tokens.accessToken)
                    result.member("ExpiresIn", tokens.expiresIn)
                    result.member("TokenType", "Bearer")
                    result.member("RefreshToken", ifPresent: tokens.refreshToken)
                    result.member("IdToken", tokens.idToken)
                }
            }
        }
    }
}

extension SignUpAnswer {
    /// The answer's body.
    var json: [UInt8] {
        JSONWriter.object { answer in
            answer.member("UserConfirmed", user.status == .confirmed)
            answer.member("UserSub", user.sub)
            if let delivery { answer.member("CodeDeliveryDetails", raw: delivery.json) }
        }
    }
}

extension UserAttributes {
    /// The attributes as a list of `Name` and `Value`.
    var list: [[UInt8]] {
        pairs.map { pair in
            JSONWriter.object { attribute in
                attribute.member("Name", pair.name)
                attribute.member("Value", pair.value)
            }
        }
    }
}

extension PoolUser {
    /// The account as administrators see it.
    ///
    /// - Parameter name: the name of the member that holds the attributes.
    func json(attributes name: String) -> [UInt8] {
        JSONWriter.object { user in
            user.member("Username", username)
            user.member(name, array: attributes.list)
            user.member("UserCreateDate", createdAt)
            user.member("UserLastModifiedDate", modifiedAt)
            user.member("Enabled", isEnabled)
            user.member("UserStatus", status.rawValue)
        }
    }
}
