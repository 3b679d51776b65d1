internal import FlyingFox

extension HTTPResponse {
    /// Web pages of any origin may call the client API.
    static var authenticatorPreflight: HTTPResponse {
        // "*" does not cover Authorization.
        let allowed = [
            "Authorization", "Content-Type", "X-Authsignal-Version", "X-Authsignal-SDK", "X-Authsignal-Tenant-ID",
            "X-Authsignal-Native-SDK", "X-Authsignal-Native-Version",
        ]
        var response = HTTPResponse(statusCode: .ok)
        response.headers[HTTPHeader("Access-Control-Allow-Methods")] = "GET, POST, PATCH, DELETE, OPTIONS"
        response.headers[HTTPHeader("Access-Control-Allow-Headers")] = allowed.joined(separator: ", ")
        response.headers[HTTPHeader("Access-Control-Max-Age")] = "7200"
        return response
    }

    /// The answer with the headers that let a page read it. The pages of an allowed origin may send cookies along, as
    /// the browser SDK does with `useCookies`; a browser then demands that the answer names the origin.
    func readable(by origin: String?) -> HTTPResponse {
        var response = self
        response.headers[HTTPHeader("Access-Control-Allow-Origin")] = origin ?? "*"
        response.headers[HTTPHeader("Vary")] = "Origin"
        if origin != nil { response.headers[HTTPHeader("Access-Control-Allow-Credentials")] = "true" }
        return response
    }
}
