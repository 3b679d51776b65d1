package import LambdaRuntime
private import Primitives

/// The one reader of each variable that several functions have.
extension Settings {
    /// `TOKEN_LIFETIME`: how long tokens of `signed` mode live, in seconds.
    package func tokenLifetime() throws(FunctionError) -> Int64 {
        try integer("TOKEN_LIFETIME", in: 60...3_600, default: 600)
    }

    /// `MAX_PROOF_AGE`: how old a passkey's proof may be that was made before its round, in seconds.
    package func maximumProofAge() throws(FunctionError) -> Int64 {
        try integer("MAX_PROOF_AGE", in: 1...3_600, default: 300)
    }

    /// `ASSURANCE`: what a proof must show in addition to who the user is; nil if every allowed method will do.
    package func requiredAssurance() throws(FunctionError) -> RequiredAssurance? {
        guard text(RequiredAssurance.variable) != nil else { return nil }
        return try choice(RequiredAssurance.variable, default: .aal2)
    }

    /// `MINIMUM_RESPONSE_TIME`: how long answers take at least if they must not show whether a user exists, in
    /// milliseconds.
    package func minimumResponseTime() throws(FunctionError) -> Int64 {
        try integer("MINIMUM_RESPONSE_TIME", in: 0...ResponseTimeFloor.maximum, default: 600)
    }

    /// The name of a DynamoDB table; nil if the variable is unset.
    package func tableName(_ variable: String) throws(FunctionError) -> String? {
        guard let name = text(variable) else { return nil }
        guard 3...255 ~= name.utf8.count,
            name.utf8.allSatisfy({ $0.isASCIINameCharacter || $0 == UInt8(ascii: ".") })
        else { throw .configuration(variable, "must be the name of a DynamoDB table") }
        return name
    }
}

/// What a proof must show in addition to who the user is (`ASSURANCE`).
package enum RequiredAssurance: String, CaseIterable, Sendable {
    /// A passkey with which the device has verified its user: two factors, as authentication assurance level 2 of
    /// NIST SP 800-63B-4 demands. An emailed code is not such a proof (section 3.1.3.1).
    case aal2

    /// The setting.
    package static let variable = "ASSURANCE"
}
