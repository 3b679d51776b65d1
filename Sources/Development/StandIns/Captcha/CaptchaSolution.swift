package import Essentials
internal import JSON

/// What a CAPTCHA provider says about an answer when it is asked.
package struct CaptchaSolution: Sendable {
    /// The host of the page; nil leaves it out.
    package var hostname: String? = "localhost"
    /// The action that the page gave the widget.
    package var action: String?
    /// How likely the user is a person, as written in the JSON.
    package var score: String?
    /// When it was solved; nil leaves it out.
    package var time: Date? = .now
    /// Why the provider refuses it; nil if it accepts it.
    package var error: String?

    /// A solution that passes, from a page on this machine.
    package init() {}

    /// The verdict in the form that the providers document.
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
