internal import JSON
internal import RuntimeAPIHost

/// Compares the end of an invocation with a case's expectation.
struct ReplayComparison {
    /// The bytes sent to the function.
    let event: [UInt8]
    let expectation: Expectation
    let environment: [String: String]
    /// The calls to the Authsignal stand-in.
    let calls: [String]
    /// The operations of the AWS stand-in that were called.
    let awsCalls: [String]
    /// The addresses of the mails that were sent.
    let mails: [String]

    /// How the result differs from the expectation; empty if it does not.
    func differences(of result: InvocationResult) -> [Difference] {
        var matching = Matching(environment: environment)
        switch (expectation.outcome, result) {
        case (.response(let matcher), .reply(let reply)): compare(reply, matcher, &matching)
        case (.httpResponse(let matcher), .reply(let reply)): compareHTTP(reply, matcher, &matching)
        case (.error(let matcher), .functionError(let failure)), (.startError(let matcher), .initError(let failure)):
            compare(failure, matcher, &matching)
        case (let expected, let found): matching.differ("outcome", expected: expected.summary, found: found.summary)
        }
        let lists = [
            ("calls", expectation.calls, calls), ("awsCalls", expectation.awsCalls, awsCalls),
            ("mails", expectation.mails, mails),
        ]
        for (name, expected, found) in lists {
            if let expected, expected != found {
                matching.differ(name, expected: expected.listed, found: found.listed)
            }
        }
        return matching.differences
    }

    private func compare(_ failure: FunctionFailure, _ matcher: Matcher, _ matching: inout Matching) {
        let report = JSONWriter.object { report in
            report.member("type", failure.type)
            report.member("message", failure.message)
        }
        matching.match(try? JSONValue(parsing: report), matcher, at: "error", original: nil)
    }

    private func compare(_ reply: [UInt8], _ matcher: Matcher, _ matching: inout Matching) {
        let answer: JSONValue
        do { answer = try JSONValue(parsing: reply.withoutByteOrderMark) } catch {
            return matching.differ("reply", expected: "JSON", found: "\(error)")
        }
        let original = try? JSONValue(parsing: event.withoutByteOrderMark)
        compareEnvelope(answer, original, &matching)
        matching.match(answer["response"], matcher, at: "response", original: original?["response"])
    }

    private func compareHTTP(_ reply: [UInt8], _ matcher: Matcher, _ matching: inout Matching) {
        guard let answer = try? JSONValue(parsing: reply), let text = answer["body"]?.string,
            let body = try? JSONValue(parsing: Array(text.utf8)),
            let whole = try? JSONValue(parsing: answer.object(replacing: [("body", Array(body.bytes))]))
        else { return matching.differ("reply", expected: "an HTTP response with JSON", found: "something else") }
        matching.match(whole, matcher, at: "httpResponse", original: nil)
    }

    /// Checks that all members except `response` come back in the same order, byte for byte.
    private func compareEnvelope(_ answer: JSONValue, _ original: JSONValue?, _ matching: inout Matching) {
        let sent = original?.members.filter { $0.name != "response" } ?? []
        let returned = answer.members.filter { $0.name != "response" }
        if sent.map(\.name) != returned.map(\.name) {
            matching.differ(
                "members of the reply", expected: sent.map(\.name).listed, found: returned.map(\.name).listed)
        }
        for member in sent {
            guard let value = answer[member.name], value.bytes != member.value.bytes else { continue }
            matching.differ(member.name, expected: member.value.written, found: value.written)
        }
    }
}

extension [UInt8] {
    /// The bytes without a UTF-8 byte-order mark. An event may begin with one, and its reply may keep or drop it.
    fileprivate var withoutByteOrderMark: [UInt8] { starts(with: [0xEF, 0xBB, 0xBF]) ? Array(dropFirst(3)) : self }
}

extension [String] {
    fileprivate var listed: String { isEmpty ? "none" : joined(separator: ", ") }
}

extension Expectation.Outcome {
    fileprivate var summary: String {
        switch self {
        case .response, .httpResponse: "a reply"
        case .error: "a function error"
        case .startError: "a failure to start"
        }
    }
}

extension InvocationResult {
    /// How the invocation ended, in few words.
    fileprivate var summary: String {
        switch self {
        case .reply: "a reply"
        case .functionError(let failure): "function error \(failure.type): \(failure.message)"
        case .initError(let failure): "failure to start, \(failure.type): \(failure.message)"
        case .timeout: "no answer within the time limit"
        case .exit(let exit): "no answer: the process ended with \(exit)"
        }
    }
}
