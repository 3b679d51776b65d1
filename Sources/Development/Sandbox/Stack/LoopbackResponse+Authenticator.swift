internal import LoopbackServer

extension LoopbackResponse {
    /// Web pages of any origin may call the client API.
    static var authenticatorPreflight: LoopbackResponse {
        // "*" does not cover Authorization.
        let allowed = [
            "Authorization", "Content-Type", "X-Authsignal-Version", "X-Authsignal-SDK", "X-Authsignal-Tenant-ID",
            "X-Authsignal-Native-SDK", "X-Authsignal-Native-Version",
        ]
        var response = LoopbackResponse()
        response.headers["access-control-allow-methods"] = "GET, POST, PATCH, DELETE, OPTIONS"
        response.headers["access-control-allow-headers"] = allowed.joined(separator: ", ")
        response.headers["access-control-max-age"] = "7200"
        return response
    }

    /// The answer with the headers that let a page read it. The pages of an allowed origin may send cookies along, as
    /// the browser SDK does with `useCookies`; a browser then demands that the answer names the origin.
    func readable(by origin: String?) -> LoopbackResponse {
        var response = self
        response.headers["access-control-allow-origin"] = origin ?? "*"
        response.headers["access-control-expose-headers"] = "Retry-After"
        response.headers["vary"] = "Origin"
        if origin != nil { response.headers["access-control-allow-credentials"] = "true" }
        return response
    }
}
