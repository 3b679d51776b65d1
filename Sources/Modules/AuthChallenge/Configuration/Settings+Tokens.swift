internal import HTTP
internal import LambdaRuntime

extension Settings {
    /// `AUTHSIGNAL_URL`: Authsignal's server API in the tenant's region.
    func authsignalURL() throws(FunctionError) -> BaseURL {
        let variable = "AUTHSIGNAL_URL"
        guard let url = BaseURL(text(variable) ?? "https://api.authsignal.com/v1") else {
            throw .configuration(variable, "must be an https URL; plain http only to this machine")
        }
        return url
    }

    /// `TOKEN_LIFETIME`: how long tokens of `signed` mode live, in seconds.
    func tokenLifetime() throws(FunctionError) -> Int64 { try integer("TOKEN_LIFETIME", in: 60...3_600, default: 600) }
}

extension FunctionError {
    /// A key that is too short for HMAC with SHA-256.
    static func tooShort(_ variable: String) -> FunctionError {
        .configuration(variable, "must hold at least 32 bytes")
    }
}
