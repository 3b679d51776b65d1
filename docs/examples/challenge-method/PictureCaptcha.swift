// A CAPTCHA of one's own as a challenge method: the app shows the picture at `captchaUrl`, and the answer is the text in
// it, as in Amplify's example. It keeps nobody out who has software that reads pictures: use a provider's widget.

internal import LambdaRuntime
private import Primitives

/// A picture, and the text that people read in it. All texts have one length, because a session shows it.
struct Picture {
    let url: String
    let text: String
}

/// Issues the challenge, for Create.
struct PictureCaptchaIssuer: ChallengeIssuer {
    let pictures: [Picture]

    func challenge(in round: Round) throws(FunctionError) -> RoundChallenge {
        guard let picture = pictures.randomElement() else { throw .hidden(.configuration, "there are no pictures") }
        // The app sees the first, Verify alone the second.
        return RoundChallenge(
            publicParameters: ["captchaUrl": picture.url],
            privateParameters: RoundParameters(captchaKey: picture.text))
    }
}

/// Judges the answer, for Verify.
struct PictureCaptchaJudge: AnswerJudge {
    func judge(
        _ answer: String, parameters: RoundParameters, in round: Round
    ) throws(FunctionError) -> AnswerVerdict {
        guard let text = parameters.captchaKey else { return .wrong(.unreadableRound) }
        // Never `right`: it does not prove who the user is.
        return answer.lowercased() == text ? .passed : .wrong(.wrongCode)
    }
}
