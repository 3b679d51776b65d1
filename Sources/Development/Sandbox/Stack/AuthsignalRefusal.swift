internal import FlyingFox
internal import JSON
internal import LoopbackServer

/// A refusal in the form of Authsignal's API. Two members hold the code, because some SDKs read one and some the other.
struct AuthsignalRefusal {
    let json: [UInt8]

    init(code: String, description: String) {
        json = JSONWriter.object { body in
            body.member("error", code)
            body.member("errorCode", code)
            body.member("errorDescription", description)
        }
    }

    func response(_ status: HTTPStatusCode) -> HTTPResponse { HTTPResponse(json: json, status: status) }
}
