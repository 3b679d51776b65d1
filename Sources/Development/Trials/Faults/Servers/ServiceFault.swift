/// What goes wrong with a service.
package enum ServiceFault: String, CaseIterable, Sendable {
    /// It takes the request and never answers.
    case silent
    /// Its answer comes a byte at a time, and too slowly.
    case dripping
    /// It refuses connections.
    case down
    /// It resets the connection after a request.
    case resetting
    /// It closes the connection after a request.
    case closing
    /// It answers with this status.
    case status400 = "400", status401 = "401", status403 = "403", status404 = "404", status429 = "429"
    case status500 = "500", status503 = "503"
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
    /// Its certificate is of an authority that no function trusts.
    case otherAuthority = "other authority"

    /// Whether it befalls the connection, before there is a request.
    var isOfConnection: Bool { self == .down || self == .otherAuthority }
}
