/// Domain names in the form that browsers use: `xn--` and Punycode (RFC 3492) for labels that are not ASCII.
enum Punycode {
    /// Encodes the labels of a name that are not ASCII. The name must be normalised already.
    static func name(_ name: some StringProtocol) -> String {
        name.split(separator: ".").map { label(String($0)) }.joined(separator: ".")
    }

    private static func label(_ label: String) -> String {
        let label = label.lowercased()
        return label.utf8.allSatisfy { $0 < 0x80 } ? label : "xn--" + encoded(Array(label.unicodeScalars.map(\.value)))
    }

    private static let base: UInt32 = 36
    private static let leastDigit: UInt32 = 1
    private static let greatestDigit: UInt32 = 26
    private static let damping: UInt32 = 700

    /// The encoding procedure, section 6.3.
    private static func encoded(_ scalars: [UInt32]) -> String {
        let basic = scalars.filter { $0 < 0x80 }
        var digits = basic.map { UInt8($0) }
        if !basic.isEmpty { digits.append(UInt8(ascii: "-")) }
        var (next, delta, bias) = (UInt32(0x80), UInt32(0), UInt32(72))
        var handled = UInt32(basic.count)
        while handled < scalars.count {
            guard let least = scalars.filter({ $0 >= next }).min() else { break }
            delta += (least - next) * (handled + 1)
            next = least
            for scalar in scalars {
                if scalar < next { delta += 1 }
                guard scalar == next else { continue }
                append(delta, bias, to: &digits)
                bias = adapted(delta, count: handled + 1, isFirst: handled == basic.count)
                delta = 0
                handled += 1
            }
            delta += 1
            next += 1
        }
        return String(decoding: digits, as: UTF8.self)
    }

    /// Writes a delta as a variable-length integer.
    private static func append(_ number: UInt32, _ bias: UInt32, to digits: inout [UInt8]) {
        var rest = number
        var position = base
        while true {
            let threshold = min(max(position, bias + leastDigit) - bias, greatestDigit)
            guard rest >= threshold else { break }
            digits.append(digit(threshold + (rest - threshold) % (base - threshold)))
            rest = (rest - threshold) / (base - threshold)
            position += base
        }
        digits.append(digit(rest))
    }

    private static func digit(_ value: UInt32) -> UInt8 {
        UInt8(value) + (value < 26 ? UInt8(ascii: "a") : UInt8(ascii: "0") - 26)
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
