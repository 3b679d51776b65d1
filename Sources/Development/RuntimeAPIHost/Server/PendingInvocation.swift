internal import Essentials

/// An event on its way to a process, with the values that Lambda sends in headers.
struct PendingInvocation: Sendable {
    let event: [UInt8]
    /// `Lambda-Runtime-Aws-Request-Id`.
    let requestID: String
    /// `Lambda-Runtime-Invocation-Id`, which differs between attempts that share a request id.
    let invocationID = UUID().uuidString.lowercased()
    /// `Lambda-Runtime-Deadline-Ms`: milliseconds since 1970.
    let deadline: Int64
    /// `Lambda-Runtime-Trace-Id`, in the form of the X-Ray header, of an event that is not sampled.
    let traceID: String

    init(event: [UInt8], timeLimit: Duration, requestID: String) {
        self.event = event
        self.requestID = requestID
        let now = Date().timeIntervalSince1970
        deadline = Int64((now + timeLimit / .seconds(1)) * 1000)
        let random = UUID().uuidString.lowercased().filter { $0 != "-" }
        traceID =
            "Root=1-\(String(Int(now), radix: 16))-\(random.prefix(24));Parent=\(random.suffix(16));Sampled=0"
    }
}
