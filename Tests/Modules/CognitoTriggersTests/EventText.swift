/// An event as text, in which a test can replace one part. Its spacing is one that this product never writes, so that a
/// test sees whether bytes stay as they were.
struct EventText {
    var source: String
    var request: String
    var response = ""
    var callerContext = #""callerContext" : {"awsSdkVersion":"aws-sdk-unknown-unknown", "clientId":"client-1"}, "#
    var userPoolID = #""userPoolId":"eu-west-1_AbCdEf123""#
    var userName = #""userName": "7d1f4c0e""#
    var tail = ""

    /// An ordinary event of a reader's trigger.
    init(_ reader: Reader) {
        switch reader {
        case .define:
            source = "DefineAuthChallenge_Authentication"
            request = #"{"userAttributes":{"sub":"7d1f4c0e"},"session":[]}"#
        case .create:
            source = "CreateAuthChallenge_Authentication"
            request = #"{"userAttributes":{"sub":"7d1f4c0e"},"challengeName":"CUSTOM_CHALLENGE","session":[]}"#
        case .verify:
            source = "VerifyAuthChallengeResponse_Authentication"
            request =
                #"{"userAttributes":{"sub":"7d1f4c0e"},"privateChallengeParameters":{"h":"x"},"challengeAnswer":"1"}"#
        case .preSignUp:
            source = "PreSignUp_SignUp"
            request = #"{"userAttributes":{"email":"ana@example.test"},"validationData":null}"#
        case .preTokenGeneration:
            source = "TokenGeneration_Authentication"
            request = #"{"userAttributes":{"sub":"7d1f4c0e"},"groupConfiguration":{"groupsToOverride":[]}}"#
        }
    }

    /// The same with one part changed.
    func with<Value>(_ part: WritableKeyPath<EventText, Value>, _ value: Value) -> EventText {
        var copy = self
        copy[keyPath: part] = value
        return copy
    }

    var bytes: [UInt8] { Array(text.utf8) }

    var text: String {
        let response = response.isEmpty ? "" : #", "response" : "# + response
        return #"""
            { "version":"1" , "region":"eu-west-1",\#(userPoolID) , \#(userName),
              \#(callerContext)"triggerSource":"\#(source)", "n":[1000.0, 1E3, -0.0,2.50],
              "request": \#(request)\#(response)\#(tail) }
            """#
    }
}
