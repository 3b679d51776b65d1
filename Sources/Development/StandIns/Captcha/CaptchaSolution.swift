package import Foundation
internal import JSON

/// What a CAPTCHA provider says of an answer once it is asked.
package struct CaptchaSolution: Sendable {
    /// The host of the page; nil leaves it out.
    package var hostname: String? = "localhost"
    /// The action that the page gave the widget.
    package var action: String?
    /// How much the user is like a person, as it stands in the JSON.
    package var score: String?
    /// When it was solved; nil leaves it out.
    package var time: Date? = .now
    /// Why the provider does not take it; nil where it does.
    package var error: String?

    /// A solution that passes, of a page on this machine.
    package init() {}

    /// The verdict as the providers document it.
    var json: [UInt8] {
        JSONWriter.object { verdict in
            verdict.member("success", error == nil)
            verdict.member("challenge_ts", ifPresent: time?.formatted(.iso8601))
            verdict.member("hostname", ifPresent: hostname)
            verdict.member("action", ifPresent: action)
            if let score { verdict.member("score", raw: Array(score.utf8)) }
            verdict.member("error-codes", [error].compactMap { $0 })
        }
    }

    /// A solution that does not pass.
    static func failed(_ error: String) -> CaptchaSolution {
        var solution = CaptchaSolution()
        solution.error = error
        return solution
    }
}
