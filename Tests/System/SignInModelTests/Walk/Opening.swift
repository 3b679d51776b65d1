/// How a walk begins: steps that lead to a state that few other orders of steps reach.
struct Opening {
    let name: String
    let steps: [Step]
    /// How many steps deeper than others it is walked on from, or fewer where more is possible.
    var extraDepth = 0

    private init(_ name: String, _ steps: [Step], extraDepth: Int = 0) {
        (self.name, self.steps, self.extraDepth) = (name, steps, extraDepth)
    }

    /// The openings of a flow.
    static func all(of flow: ModelRules.Flow) -> [Opening] {
        switch flow {
        case .emailCode: ofCodes
        // Beyond the start, it is as without the password.
        case .passwordThenCode: [Opening("nothing has happened", [])]
        case .resultToken: ofTokens
        }
    }

    private static func start(_ actor: Actor) -> Step { .start(actor, .plain, .once) }

    private static func answer(_ actor: Actor, _ answer: Step.Answer) -> Step {
        .answer(actor, 0, answer, judging: .once, asking: .once)
    }

    private static func times(_ count: Int, _ steps: [Step]) -> [Step] {
        Array(repeating: steps, count: count).flatMap { $0 }
    }

    private static let ofCodes: [Opening] = [
        Opening("nothing has happened", []),
        Opening("a code has ended", [start(.owner), .wait(.next), .wait(.next)], extraDepth: -1),
        Opening("a code has been used", [start(.owner), answer(.owner, .right)]),
        Opening("all mails are used up", times(5, [start(.attacker), .cancel(.attacker, 0)])),
        Opening(
            "twenty answers were wrong",
            times(7, [start(.attacker)] + times(3, [answer(.attacker, .wrong)])) + [.wait(.all)]),
        Opening("both have asked", [start(.owner), start(.attacker), answer(.owner, .wrong)], extraDepth: -1),
        Opening(
            "one mail was for both", [.startTogether(.attacker), answer(.attacker, .wrong)], extraDepth: -1),
    ]

    private static let ask = Step.askCode(.owner, 0, former: false)
    private static let type = Step.typeCode(.owner, 0, .right, former: false)
    private static let attack = Step.askCode(.attacker, 0, former: false)
    private static let guess = Step.typeCode(.attacker, 0, .wrong, former: false)
    private static let passkey = Step.passkey(.owner, nil, former: false)

    private static let ofTokens: [Opening] = [
        Opening("nothing has happened", [], extraDepth: 1),
        Opening("a code has been mailed", [start(.owner), ask]),
        Opening("another code has been mailed", [start(.owner), ask, .wait(.next), ask], extraDepth: -1),
        Opening(
            "a stranger has asked again", [start(.attacker), attack, guess, .wait(.next), attack, guess],
            extraDepth: -1),
        Opening("a code has been proven", [start(.owner), ask, type]),
        Opening("a passkey has been proven", [passkey, start(.owner)]),
        Opening("a passkey has signed", [.sign(.owner, nil, former: false), start(.owner)]),
        Opening("a passkey has signed in a round", [start(.owner), .sign(.owner, 0, former: false)]),
        Opening("a passkey has been used", [passkey, start(.owner), answer(.owner, .proof), start(.attacker)]),
        Opening(
            "the owner has guessed five times",
            [start(.owner), ask] + times(5, [.typeCode(.owner, 0, .wrong, former: false)]), extraDepth: -1),
        Opening("a second round", [start(.owner), ask, type, answer(.owner, .garbage)], extraDepth: -1),
        Opening(
            "all mails are used up", [start(.attacker), start(.owner)] + times(5, [attack]), extraDepth: -1),
        Opening(
            "twenty answers were wrong",
            [start(.attacker), start(.owner)] + times(4, [attack] + times(5, [guess])) + [.wait(.next)],
            extraDepth: -1),
    ]
}
