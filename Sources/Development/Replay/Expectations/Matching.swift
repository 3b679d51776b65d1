internal import Essentials
internal import JOSE
internal import JSON
internal import StandIns

/// A difference between a value and its expectation.
package struct Difference: Equatable, Sendable {
    /// The path of the value: `response.publicChallengeParameters.token`, for example.
    package let place: String
    /// What was expected there, in words or as JSON.
    package let expected: String
    /// What was found there.
    package let found: String
}

/// Compares values with matchers, and collects how they differ.
struct Matching {
    /// The environment of the function, which holds the keys of tokens.
    let environment: [String: String]
    /// Seconds since 1970.
    let now: Int64
    /// The differences so far.
    private(set) var differences: [Difference] = []
    private var named: [String: String] = [:]

    /// How many seconds a fresh time may be off, because a machine is slow or a second has just begun.
    private static let timeTolerance: Int64 = 10

    init(environment: [String: String], now: Int64 = Int64(Date().timeIntervalSince1970)) {
        self.environment = environment
        self.now = now
    }

    /// Adds a difference.
    mutating func differ(_ place: String, expected: String, found: String) {
        differences.append(Difference(place: place, expected: expected, found: found))
    }

    /// Compares a value.
    ///
    /// - Parameter original: the value at the same place in the event.
    mutating func match(_ value: JSONValue?, _ matcher: Matcher, at place: String, original: JSONValue?) {
        guard let value else {
            if case .unchanged = matcher, original == nil { return }
            return differ(place, expected: matcher.summary, found: "nothing")
        }
        switch matcher {
        case .object(let members): matchMembers(value, members, at: place, original: original)
        case .array(let matchers): matchElements(value, matchers, at: place, original: original)
        case .token(let token): matchToken(value, token, at: place)
        case .same(let name, let inner):
            match(value, inner, at: place, original: original)
            let first = named[name, default: value.written]
            named[name] = first
            if first != value.written { differ(place, expected: "the same as before, \(first)", found: value.written) }
        default:
            if !isMatch(value, matcher, original) {
                differ(place, expected: matcher.summary, found: value.written)
            }
        }
    }

    private func isMatch(_ value: JSONValue, _ matcher: Matcher, _ original: JSONValue?) -> Bool {
        switch matcher {
        case .scalar(let expected):
            expected.kind == value.kind && expected.string == value.string && expected.bool == value.bool
                && expected.numberText == value.numberText
        case .any: true
        case .text: value.string.map { !$0.isEmpty } ?? false
        case .uuid: value.string?.wholeMatch(of: /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/) != nil
        case .unchanged: original.map { $0.bytes == value.bytes } ?? false
        case .pattern(let pattern):
            value.string.map { text in (try? Regex(pattern).wholeMatch(in: text)) != nil } ?? false
        case .secondsFromNow(let seconds):
            value.integer.map { abs($0 - now - seconds) <= Self.timeTolerance } ?? false
        case .object, .array, .same, .token: false
        }
    }

    private mutating func matchMembers(
        _ value: JSONValue, _ members: [(name: String, matcher: Matcher)], at place: String, original: JSONValue?
    ) {
        guard value.kind == .object else { return differ(place, expected: "an object", found: value.written) }
        for member in members {
            match(value[member.name], member.matcher, at: "\(place).\(member.name)", original: original?[member.name])
        }
        let expected = Set(members.map(\.name))
        for member in value.members where !expected.contains(member.name) {
            differ("\(place).\(member.name)", expected: "nothing", found: member.value.written)
        }
    }

    private mutating func matchElements(
        _ value: JSONValue, _ matchers: [Matcher], at place: String, original: JSONValue?
    ) {
        guard value.kind == .array, value.elements.count == matchers.count else {
            return differ(place, expected: "an array of \(matchers.count)", found: value.written)
        }
        let originals = original?.elements ?? []
        for (index, matcher) in matchers.enumerated() {
            let original = originals.indices.contains(index) ? originals[index] : nil
            match(value.elements[index], matcher, at: "\(place)[\(index)]", original: original)
        }
    }

    private mutating func matchToken(_ value: JSONValue, _ expected: TokenMatcher, at place: String) {
        guard let token = value.string else { return differ(place, expected: "a token", found: value.written) }
        if case .seal(let variable) = expected.protection {
            return matchSealed(token, with: key(variable), named: variable, expected, at: place)
        }
        guard let parts = TokenParts(token) else { return differ(place, expected: "a token", found: value.written) }
        if case .signature(let variable) = expected.protection {
            do {
                _ = try CompactJWS.verify(token, keys: [VerificationKey(hs256Secret: key(variable))])
            } catch {
                differ(place, expected: "a token signed with \(variable)", found: "one that is refused: \(error)")
            }
        }
        match(parts.header["typ"], expected.type, at: "\(place).header.typ", original: nil)
        match(parts.claims, expected.claims, at: "\(place).claims", original: nil)
    }

    private mutating func matchSealed(
        _ token: String, with key: [UInt8], named variable: String, _ expected: TokenMatcher, at place: String
    ) {
        do {
            // The type decides only whether the token opens.
            guard case .scalar(let type) = expected.type else { throw Fault("typ is a string") }
            let opened = try CompactJWE.open(
                token, keys: [DocumentedKeys(key).challengeKey], expectedType: type.string ?? "")
            match(
                try JSONValue(parsing: opened.payload), expected.claims, at: "\(place).claims", original: nil)
        } catch {
            differ(place, expected: "a token sealed with \(variable)", found: "one that is refused: \(error)")
        }
    }

    private func key(_ variable: String) -> [UInt8] { Array((environment[variable] ?? "").utf8) }
}

extension JSONValue {
    /// The text of the value, shortened to fit a line.
    var written: String {
        let text = String(decoding: bytes, as: UTF8.self)
        return text.count > 200 ? text.prefix(200) + "…" : text
    }
}

extension Matcher {
    /// What is expected, in few words.
    fileprivate var summary: String {
        switch self {
        case .scalar(let value): value.written
        case .object: "an object"
        case .array(let matchers): "an array of \(matchers.count)"
        case .any: "anything"
        case .text: "a string that is not empty"
        case .uuid: "a UUID"
        case .unchanged: "what the event has there"
        case .pattern(let pattern): "a string that matches \(pattern)"
        case .secondsFromNow(let seconds): "a time \(seconds) s from now"
        case .same(_, let inner): inner.summary
        case .token: "a token"
        }
    }
}
