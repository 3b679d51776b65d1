/// The events that the tests hand out.
enum SampleEvent {
    /// The first DefineAuthChallenge event of a sign-in, as Cognito sends it.
    static let define = define(clientMetadata: "{}")

    /// An event of another trigger for the same user.
    /// - Parameters:
    ///   - request: the members of the request besides the attributes, without braces.
    ///   - response: the member of the response.
    static func custom(_ triggerSource: String, _ request: String, response: String) -> [UInt8] {
        event(triggerSource, request, #""\#(response)":null"#)
    }

    /// The same with client metadata, which is where an event becomes large.
    static func define(clientMetadata: String) -> [UInt8] {
        event(
            "DefineAuthChallenge_Authentication", #""session":[],"clientMetadata":\#(clientMetadata)"#,
            #""challengeName":null,"issueTokens":null,"failAuthentication":null"#)
    }

    private static func event(_ triggerSource: String, _ request: String, _ response: String) -> [UInt8] {
        let text = """
            {"version":"1","region":"eu-west-1","userPoolId":"eu-west-1_AbCdEf123",\
            "userName":"7d1f4c0e-51b2-4c6c-9a53-0b6a7d0e9f11",\
            "callerContext":{"awsSdkVersion":"aws-sdk-unknown-unknown","clientId":"3kq0example1clientid2value3"},\
            "triggerSource":"\(triggerSource)","request":{"userAttributes":\
            {"sub":"7d1f4c0e-51b2-4c6c-9a53-0b6a7d0e9f11","cognito:user_status":"CONFIRMED",\
            "email_verified":"true","email":"ana@example.test"},\(request)},"response":{\(response)}}
            """
        return Array(text.utf8)
    }

    /// The largest event that Lambda hands out, in bytes: 6 MiB and 100.
    static let largest = 6_291_556
    /// How many bytes of client metadata fit into the largest event.
    static let room = largest - define(clientMetadata: "").count

    /// The same, filled up to that many bytes.
    static func define(size: Int) -> [UInt8] {
        let empty = define(clientMetadata: #"{"filling":""}"#).count
        return define(clientMetadata: #"{"filling":"\#(String(repeating: "a", count: size - empty))"}"#)
    }
}
