/// Tells text that can be a service's token from text that cannot, before anybody is asked about it.
enum TokenText {
    /// Whether an answer has a bounded length and only characters that tokens are made of.
    static func isPlausible(_ answer: String) -> Bool {
        1...8192 ~= answer.utf8.count
            && answer.utf8.allSatisfy { byte in
                switch byte {
                case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
                default: "-_.~+/=".utf8.contains(byte)
                }
            }
    }
}
