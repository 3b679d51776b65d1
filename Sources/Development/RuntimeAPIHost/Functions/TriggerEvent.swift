package import JSON

/// The events of Cognito's triggers.
package enum TriggerEvent {
    /// An event as Cognito writes it.
    ///
    /// - Parameters:
    ///   - clientID: nil for an administrator's operation, which has no client.
    ///   - members: the members of `response` that the function may set.
    ///   - initial: the value that each of these members has in the event.
    ///   - request: writes what the trigger is asked.
    package static func bytes(
        _ source: String, region: String = "eu-west-1", userPoolID: String, userName: String,
        clientID: String? = "3kq0example1clientid2value3", response members: [String], initial: String = "null",
        request: (inout JSONWriter) -> Void
    ) -> [UInt8] {
        JSONWriter.object { event in
            event.member("version", "1")
            event.member("region", region)
            event.member("userPoolId", userPoolID)
            event.member("userName", userName)
            event.member("callerContext") { caller in
                caller.member("awsSdkVersion", "aws-sdk-unknown-unknown")
                if let clientID {
                    caller.member("clientId", clientID)
                } else {
                    caller.member("clientId", raw: Array("null".utf8))
                }
            }
            event.member("triggerSource", source)
            event.member("request", request)
            event.member("response") { response in
                for name in members { response.member(name, raw: Array(initial.utf8)) }
            }
        }
    }

    /// Writes the attributes of a confirmed user with a verified address.
    package static func write(sub: String, email: String, to request: inout JSONWriter) {
        request.member("userAttributes") { attributes in
            attributes.member("sub", sub)
            attributes.member("cognito:user_status", "CONFIRMED")
            attributes.member("email_verified", "true")
            attributes.member("email", email)
        }
    }
}
