package import HTTP
package import LambdaRuntime

extension Services {
    /// The time that answers take at least if they must not show whether a user exists (`MINIMUM_RESPONSE_TIME`).
    package func responseTimeFloor() throws(FunctionError) -> ResponseTimeFloor {
        let minimum = try settings.integer("MINIMUM_RESPONSE_TIME", in: 0...ResponseTimeFloor.maximum, default: 600)
        return ResponseTimeFloor(minimum, now: now, pause: pause)
    }
}
