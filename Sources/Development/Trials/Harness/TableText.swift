// The cells of the tables that trials print.

extension String {
    /// The text with spaces behind it, or in front of it, up to a width.
    func padded(_ width: Int, toRight: Bool = false) -> String {
        let space = String(repeating: " ", count: max(0, width - count))
        return toRight ? space + self : self + space
    }
}

extension Duration {
    /// The duration in milliseconds.
    var milliseconds: Double { self / .milliseconds(1) }
}
