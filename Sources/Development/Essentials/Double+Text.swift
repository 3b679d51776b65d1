extension Double {
    /// The number with that many digits behind the point.
    package func text(_ digits: Int) -> String {
        guard magnitude < 1e12 else { return description }
        let scale = (0..<digits).reduce(1) { scale, _ in scale * 10 }
        let (whole, rest) = Int((magnitude * Double(scale)).rounded()).quotientAndRemainder(dividingBy: scale)
        let fraction = digits > 0 ? "." + String(scale + rest).dropFirst() : ""
        return (self < 0 && whole + rest > 0 ? "-" : "") + String(whole) + fraction
    }
}
