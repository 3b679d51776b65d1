internal import JSON
internal import LoopbackServer

extension LoopbackResponse {
    /// A refusal in the form of Authsignal's API. Two members hold the code, because some SDKs read one and some the
    /// other.
    static func refusal(_ status: Int, code: String, description: String) -> LoopbackResponse {
        LoopbackResponse(
            status,
            body: JSONWriter.object { body in
                body.member("error", code)
                body.member("errorCode", code)
                body.member("errorDescription", description)
            })
    }
}
