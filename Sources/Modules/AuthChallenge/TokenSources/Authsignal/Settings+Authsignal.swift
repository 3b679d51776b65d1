internal import HTTP
internal import LambdaRuntime
internal import SignInRules

extension Settings {
    /// `AUTHSIGNAL_URL`: Authsignal's server API in the tenant's region.
    func authsignalURL() throws(FunctionError) -> BaseURL {
        let variable = "AUTHSIGNAL_URL"
        guard let url = BaseURL(text(variable) ?? "https://api.authsignal.com/v1") else {
            throw .configuration(variable, "must be an https URL; plain http only to this machine")
        }
        return url
    }
}
