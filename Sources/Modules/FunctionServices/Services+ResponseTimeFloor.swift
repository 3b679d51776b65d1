package import HTTP
package import LambdaRuntime

extension Services {
    /// The time that answers take at least if they must not show whether a user exists (`MINIMUM_RESPONSE_TIME`).
    /// - Parameter divisor: what part of that time the answers take, if their work is shorter than that of a mail.
    package func responseTimeFloor(dividedBy divisor: Int64 = 1) throws(FunctionError) -> ResponseTimeFloor {
        let minimum = try settings.integer("MINIMUM_RESPONSE_TIME", in: 0...ResponseTimeFloor.maximum, default: 600)
        return ResponseTimeFloor(minimum / divisor, now: now, pause: pause)
    }
}
