#if os(Linux)
/// What goes wrong with a service.
package enum ServiceFault: String, CaseIterable, Sendable {
    /// It takes the request and never answers.
    case silent
    /// Its answer comes a byte at a time, and too slowly.
    case dripping
    /// Nobody listens.
    case down
    /// It resets the connection after a request.
    case resetting
    /// It closes the connection after a request.
    case closing
    /// It answers 400.
    case status400 = "400"
    /// It answers 401.
    case status401 = "401"
    /// It answers 403.
    case status403 = "403"
    /// It answers 404.
    case status404 = "404"
    /// It answers 500.
    case status500 = "500"
    /// It answers 503.
    case status503 = "503"
    /// It answers 429.
    case status429 = "429"
    /// It answers as services of AWS do that get too many requests: 400 with ThrottlingException.
    case throttling
    /// It answers 200 with a page.
    case html
    /// It answers 200 with JSON of another shape.
    case otherJSON = "other JSON"
    /// Its answer does not end.
    case huge
    /// It does what it is asked, and its answer ends before the length that it has announced.
    case cutShort = "cut short"
    /// It does what it is asked, and its answer in chunks ends without the last one.
    case chunkCut = "chunk cut"
    /// It redirects to another address.
    case redirecting
    /// Its certificate is of an authority that nobody trusts.
    case otherAuthority = "other authority"
    /// Its certificate is made out to another host.
    case otherHost = "other host"
    /// Nobody answers questions for its address.
    case noAddress = "DNS silent"

    /// Whether it befalls the connection, before there is a request.
    var isOfConnection: Bool {
        switch self {
        case .down, .otherAuthority, .otherHost, .noAddress: true
        default: false
        }
    }
}
#endif
