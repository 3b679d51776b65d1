private import Primitives

/// Recognizes text that cannot be a token, before a service is asked about it.
enum TokenText {
    /// Whether an answer has a bounded length and only characters that tokens are made of.
    static func isPlausible(_ answer: String) -> Bool {
        1...8192 ~= answer.utf8.count && BearerToken.isValid(answer)
    }
}
