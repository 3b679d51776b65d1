internal import EmailCodes

extension Refusal {
    /// The refusal of a code.
    init(_ refusal: CodeRefusal) {
        self =
            switch refusal {
            case .unusableAnswer: .unusableAnswer
            case .expired: .expired
            case .tooManyGuesses: .tooManyGuesses
            case .wrongCode: .wrongCode
            case .unknownKey: .unknownKey
            case .noCode: .closedRound
            case .alreadyUsed: .alreadyUsed
            }
    }
}
