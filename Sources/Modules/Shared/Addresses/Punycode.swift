private import Primitives

/// Punycode (RFC 3492) with the parameters for domain names: texts of any script in ASCII letters, digits and hyphens.
enum Punycode {
    private static let base: UInt32 = 36
    private static let leastDigit: UInt32 = 1
    private static let greatestDigit: UInt32 = 26
    private static let damping: UInt32 = 700
    private static let initialBias: UInt32 = 72
    private static let firstScalar: UInt32 = 0x80

    /// The encoding procedure, section 6.3. The text must have at most 63 scalars, so that no number grows too large.
    static func encoded(_ scalars: [UInt32]) -> [UInt8] {
        var text = scalars.filter { $0 < firstScalar }.map { UInt8($0) }
        let basic = UInt32(text.count)
        if basic > 0 { text.append(UInt8(ascii: "-")) }
        var (next, delta, bias, handled) = (firstScalar, UInt32(0), initialBias, basic)
        while let least = scalars.filter({ $0 >= next }).min() {
            delta += (least - next) * (handled + 1)
            next = least
            for scalar in scalars {
                if scalar < next { delta += 1 }
                guard scalar == next else { continue }
                append(delta, bias, to: &text)
                bias = adapted(delta, count: handled + 1, isFirst: handled == basic)
                delta = 0
                handled += 1
            }
            delta += 1
            next += 1
        }
        return text
    }

    /// The decoding procedure, section 6.2; nil if nothing is encoded so.
    /// - Parameter text: ASCII, without the prefix of domain names.
    static func decoded(_ text: [UInt8]) -> [UInt32]? {
        let hyphen = text.lastIndex(of: UInt8(ascii: "-"))
        var scalars = text[..<(hyphen ?? 0)].map { UInt32($0) }
        var digits = text[(hyphen.map { $0 + 1 } ?? 0)...]
        var (scalar, position, bias) = (firstScalar, UInt32(0), initialBias)
        while !digits.isEmpty {
            guard let delta = number(from: &digits, bias) else { return nil }
            let count = UInt32(scalars.count) + 1
            let (sum, overflows) = position.addingReportingOverflow(delta)
            guard !overflows, sum / count <= 0x10FFFF - scalar else { return nil }
            bias = adapted(delta, count: count, isFirst: position == 0)
            scalar += sum / count
            position = sum % count
            scalars.insert(scalar, at: Int(position))
            position += 1
        }
        return scalars
    }

    /// Writes a delta as a variable-length integer.
    private static func append(_ number: UInt32, _ bias: UInt32, to text: inout [UInt8]) {
        var rest = number
        var position = base
        while true {
            let threshold = threshold(at: position, bias)
            guard rest >= threshold else { break }
            text.append(digit(threshold + (rest - threshold) % (base - threshold)))
            rest = (rest - threshold) / (base - threshold)
            position += base
        }
        text.append(digit(rest))
    }

    /// Reads a variable-length integer; nil if it has no end or is too large.
    private static func number(from digits: inout ArraySlice<UInt8>, _ bias: UInt32) -> UInt32? {
        var (number, weight, position) = (UInt32(0), UInt32(1), base)
        while let digit = digits.popFirst().flatMap(value) {
            let (product, isTooLarge) = digit.multipliedReportingOverflow(by: weight)
            let (sum, overflows) = number.addingReportingOverflow(product)
            guard !isTooLarge, !overflows else { return nil }
            number = sum
            let threshold = threshold(at: position, bias)
            if digit < threshold { return number }
            let (heavier, isTooHeavy) = weight.multipliedReportingOverflow(by: base - threshold)
            guard !isTooHeavy else { return nil }
            weight = heavier
            position += base
        }
        return nil
    }

    private static func threshold(at position: UInt32, _ bias: UInt32) -> UInt32 {
        min(max(position, bias + leastDigit) - bias, greatestDigit)
    }

    private static func digit(_ value: UInt32) -> UInt8 {
        UInt8(value) + (value < 26 ? UInt8(ascii: "a") : UInt8(ascii: "0") - 26)
    }

    private static func value(of digit: UInt8) -> UInt32? {
        if digit.isASCIIDigit { return UInt32(digit - UInt8(ascii: "0")) + 26 }
        return digit.isASCIILetter ? UInt32(digit.asciiLowercased - UInt8(ascii: "a")) : nil
    }

    /// The bias adaptation function, section 6.1.
    private static func adapted(_ delta: UInt32, count: UInt32, isFirst: Bool) -> UInt32 {
        var delta = isFirst ? delta / damping : delta / 2
        delta += delta / count
        var position: UInt32 = 0
        while delta > (base - leastDigit) * greatestDigit / 2 {
            delta /= base - leastDigit
            position += base
        }
        return position + (base - leastDigit + 1) * delta / (delta + 38)
    }
}
