package import CognitoTriggers

/// A session written as one letter for each row, so that tables of sessions can be read at a glance.
package enum Rows {
    /// `x` and `o` a wrong and a right answer to a custom challenge, `e` and `E` to one of `EMAIL_OTP`, `k` and `K` to
    /// one of `CAPTCHA`, `n` and `N` to one of which Create's note is lost, `S` and `s` a start with SRP that passed or
    /// did not, `P` and `p` a password likewise, `M` and `m` a code of an authenticator app, `T` one by text message,
    /// `C` Cognito's own one by email, `D` and `V` the two rows of a remembered device, `d` and `v` the same ones
    /// wrong, `?` a passed challenge of an unknown name, `c` a name that differs from the custom challenge's by case,
    /// `-` a row without a name.
    package static func parse(_ letters: String) -> [ChallengeResult] {
        letters.map { letter in
            switch letter {
            case "x": row("CUSTOM_CHALLENGE", false)
            case "o": row("CUSTOM_CHALLENGE", true)
            case "e": row("CUSTOM_CHALLENGE", false, "EMAIL_OTP note")
            case "E": row("CUSTOM_CHALLENGE", true, "EMAIL_OTP note")
            case "k": row("CUSTOM_CHALLENGE", false, "CAPTCHA")
            case "K": row("CUSTOM_CHALLENGE", true, "CAPTCHA")
            case "n": row("CUSTOM_CHALLENGE", false, nil)
            case "N": row("CUSTOM_CHALLENGE", true, nil)
            case "S": row("SRP_A", true)
            case "s": row("SRP_A", false)
            case "P": row("PASSWORD_VERIFIER", true)
            case "p": row("PASSWORD_VERIFIER", false)
            case "M": row("SOFTWARE_TOKEN_MFA", true)
            case "m": row("SOFTWARE_TOKEN_MFA", false)
            case "T": row("SMS_MFA", true)
            case "C": row("EMAIL_OTP", true)
            case "D": row("DEVICE_SRP_AUTH", true)
            case "V": row("DEVICE_PASSWORD_VERIFIER", true)
            case "d": row("DEVICE_SRP_AUTH", false)
            case "v": row("DEVICE_PASSWORD_VERIFIER", false)
            case "c": row("custom_challenge", true)
            case "-": row("", true)
            default: row("FUTURE_CHALLENGE", true)
            }
        }
    }

    private static func row(_ name: String, _ result: Bool, _ note: String? = "RESULT_TOKEN") -> ChallengeResult {
        ChallengeResult(challengeName: name, challengeResult: result, challengeMetadata: note)
    }
}
