internal import JOSE

/// What the errors of every kind of token that an issuer signs have in common.
protocol IssuedTokenError: Error, Equatable {
    static func notGenuine(_ error: JOSEError) -> Self
    static func keysUnavailable(_ error: IssuerKeysError) -> Self
}
