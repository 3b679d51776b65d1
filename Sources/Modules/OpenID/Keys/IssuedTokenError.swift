internal import JOSE

/// The cases that the errors of all kinds of tokens signed by an issuer share.
protocol IssuedTokenError: Error, Equatable {
    static func notGenuine(_ error: JOSEError) -> Self
    static func keysUnavailable(_ error: IssuerKeysError) -> Self
}
