internal import JSON

extension PoolSettings {
    /// The answer to `DescribeUserPool`.
    func description(triggers: [PoolTrigger], passwordPolicy: PasswordPolicy) -> [UInt8] {
        JSONWriter.object { answer in
            answer.member("UserPool") { pool in
                pool.member("Id", id)
                pool.member("Name", name)
                pool.member("Arn", arn)
                pool.member("MfaConfiguration", "OFF")
                pool.member("IssuerConfiguration") { $0.member("Type", issuer.rawValue) }
                pool.member("UsernameAttributes", usernameAttributes)
                if !aliasAttributes.isEmpty { pool.member("AliasAttributes", aliasAttributes) }
                pool.member("AutoVerifiedAttributes", [Self.email])
                pool.member("UsernameConfiguration") { $0.member("CaseSensitive", false) }
                pool.member("UserAttributeUpdateSettings") {
                    $0.member("AttributesRequireVerificationBeforeUpdate", [Self.email])
                }
                pool.member("AdminCreateUserConfig") { $0.member("AllowAdminCreateUserOnly", false) }
                pool.member("AccountRecoverySetting") { setting in
                    let mechanism = JSONWriter.object { mechanism in
                        mechanism.member("Priority", Int64(1))
                        mechanism.member("Name", accountRecovery.rawValue)
                    }
                    setting.member("RecoveryMechanisms", array: [mechanism])
                }
                pool.member("Policies") { policies in
                    policies.member("PasswordPolicy") { passwordPolicy.write(to: &$0) }
                    policies.member("SignInPolicy") {
                        $0.member("AllowedFirstAuthFactors", ["PASSWORD"])
                    }
                }
                pool.member("LambdaConfig") { write(triggers, to: &$0) }
            }
        }
    }

    /// Writes which function each trigger has.
    func write(_ triggers: [PoolTrigger], to configuration: inout JSONWriter) {
        for trigger in triggers.sorted(by: { $0.rawValue < $1.rawValue }) {
            let function = "arn:aws:lambda:\(region):123456789012:function:\(trigger.rawValue)"
            configuration.member(trigger.rawValue, function)
            guard trigger == .preTokenGeneration else { continue }
            configuration.member("PreTokenGenerationConfig") { version in
                version.member("LambdaVersion", "V1_0")
                version.member("LambdaArn", function)
            }
        }
    }
}

extension PasswordPolicy {
    fileprivate func write(to policy: inout JSONWriter) {
        policy.member("MinimumLength", Int64(minimumLength))
        policy.member("RequireUppercase", requiresUppercase)
        policy.member("RequireLowercase", requiresLowercase)
        policy.member("RequireNumbers", requiresNumbers)
        policy.member("RequireSymbols", requiresSymbols)
    }
}

extension AppClient {
    /// The answer to `DescribeUserPoolClient`.
    func description(poolID: String) -> [UInt8] {
        JSONWriter.object { answer in
            answer.member("UserPoolClient") { client in
                client.member("UserPoolId", poolID)
                client.member("ClientName", name)
                client.member("ClientId", id)
                client.member("ClientSecret", ifPresent: secret)
                client.member("ExplicitAuthFlows", flows.map(\.rawValue).sorted())
                client.member("PreventUserExistenceErrors", userExistenceErrors.rawValue)
                client.member("AuthSessionValidity", sessionMinutes)
                client.member("EnableTokenRevocation", revokesTokens)
                if let readAttributes { client.member("ReadAttributes", readAttributes) }
                if let writeAttributes { client.member("WriteAttributes", writeAttributes) }
                client.member("AccessTokenValidity", accessTokenLifetime)
                client.member("IdTokenValidity", idTokenLifetime)
                client.member("RefreshTokenValidity", refreshTokenLifetime)
                client.member("TokenValidityUnits") { units in
                    for name in ["AccessToken", "IdToken", "RefreshToken"] { units.member(name, "seconds") }
                }
                client.member("RefreshTokenRotation") { rotation in
                    rotation.member("Feature", rotationGraceSeconds == nil ? "DISABLED" : "ENABLED")
                    if let rotationGraceSeconds { rotation.member("RetryGracePeriodSeconds", rotationGraceSeconds) }
                }
                client.member("SupportedIdentityProviders", ["COGNITO"])
                client.member("AllowedOAuthFlowsUserPoolClient", false)
            }
        }
    }
}
