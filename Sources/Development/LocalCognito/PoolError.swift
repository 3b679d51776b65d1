/// An error as the service reports it: a type, and a message that apps show or compare.
package struct PoolError: Error, Equatable, Sendable {
    /// The types of errors, by their names on the wire.
    package enum Code: String, CaseIterable, Sendable {
        case aliasExists = "AliasExistsException"
        case codeMismatch = "CodeMismatchException"
        case expiredCode = "ExpiredCodeException"
        case internalError = "InternalErrorException"
        case invalidLambdaResponse = "InvalidLambdaResponseException"
        case invalidParameter = "InvalidParameterException"
        case invalidPassword = "InvalidPasswordException"
        case limitExceeded = "LimitExceededException"
        case missingAuthenticationToken = "MissingAuthenticationTokenException"
        case notAuthorized = "NotAuthorizedException"
        case passwordResetRequired = "PasswordResetRequiredException"
        case refreshTokenReuse = "RefreshTokenReuseException"
        case resourceNotFound = "ResourceNotFoundException"
        case serialization = "SerializationException"
        case unauthorized = "UnauthorizedException"
        case unexpectedLambda = "UnexpectedLambdaException"
        case unknownOperation = "UnknownOperationException"
        case unsupportedTokenType = "UnsupportedTokenTypeException"
        case userLambdaValidation = "UserLambdaValidationException"
        case userNotConfirmed = "UserNotConfirmedException"
        case userNotFound = "UserNotFoundException"
        case usernameExists = "UsernameExistsException"
    }

    /// The type.
    package let code: Code
    /// The message.
    package let message: String
    /// What the message leaves out, for the developer. No answer has it.
    package private(set) var unwritable: UnwritableAttributes?

    /// An error with a type and a message.
    package init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }
}

/// Attributes that an app tried to write and may not.
package struct UnwritableAttributes: Equatable, Sendable {
    /// Their names.
    package let names: [String]
    /// The attributes that it may write.
    package let writable: [String]
}

extension PoolError {
    /// The error for attributes that the client of a call may not write.
    static func unwritable(_ names: [String], writable: [String]) -> PoolError {
        var error = PoolError(.notAuthorized, "A client attempted to write unauthorized attribute")
        error.unwritable = UnwritableAttributes(names: names.sorted(), writable: writable)
        return error
    }

    /// One error for a wrong proof and for an unknown user, so that callers cannot tell them apart.
    static let incorrectUsernameOrPassword = PoolError(.notAuthorized, "Incorrect username or password.")
    static let invalidSession = PoolError(.notAuthorized, "Invalid session for the user.")
    static let spentSession = PoolError(
        .notAuthorized, "Invalid session for the user, session can only be used once.")
    static let expiredSession = PoolError(.notAuthorized, "Invalid session for the user, session is expired.")
    static let userDisabled = PoolError(.notAuthorized, "User is disabled.")
    static let refreshTokenReuse = PoolError(.refreshTokenReuse, "Refresh Token has been used before")
    static let userNotConfirmed = PoolError(.userNotConfirmed, "User is not confirmed.")
    static let userNotFound = PoolError(.userNotFound, "User does not exist.")
    static let noCustomAuthTriggers = PoolError(
        .invalidParameter, "Custom auth lambda trigger is not configured for the user pool.")
    static let invalidJSON = PoolError(.invalidLambdaResponse, "Invalid lambda function output : Invalid JSON")
    static let unrecognizableOutput = PoolError(.invalidLambdaResponse, "Unrecognizable lambda output")

    static func missing(_ parameter: String) -> PoolError {
        PoolError(.invalidParameter, "Missing required parameter \(parameter)")
    }

    /// A constraint of the service's model that a call does not meet.
    struct Constraint {
        let path: String
        /// The value, with its quotation marks; empty if it is not shown.
        let value: String
        /// What the member must do.
        let rule: String

        init(_ path: String, value: String = "", _ rule: String) {
            (self.path, self.value, self.rule) = (path, value, rule)
        }

        fileprivate var text: String {
            let subject = value.isEmpty ? "Value at '\(path)'" : "Value \(value) at '\(path)'"
            return "\(subject) failed to satisfy constraint: Member must \(rule)"
        }
    }

    /// The error for a call that breaks constraints of the service's model.
    static func constraints(_ broken: [Constraint]) -> PoolError {
        let count = broken.count == 1 ? "1 validation error" : "\(broken.count) validation errors"
        return PoolError(
            .invalidParameter, "\(count) detected: \(broken.map(\.text).joined(separator: "; "))")
    }

    /// The error for a member that breaks a constraint.
    static func constraint(_ member: String, value: String = "", _ rule: String) -> PoolError {
        .constraints([Constraint(member.lowercasedFirst, value: value, rule)])
    }

    static func wrongType(_ name: String) -> PoolError { PoolError(.serialization, "\(name) has the wrong type.") }
}

extension String {
    /// A member's name as the service's errors write it.
    var lowercasedFirst: String { prefix(1).lowercased() + dropFirst() }
}

extension PoolError: CustomStringConvertible {
    package var description: String { "\(code.rawValue): \(message)" }
}
