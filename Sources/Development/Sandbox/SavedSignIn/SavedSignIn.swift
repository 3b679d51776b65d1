internal import JSON
internal import LocalCognito

/// A sign-in as one file that `make replay` can send through the functions again.
struct SavedSignIn {
    private let steps: [SignInStep]
    private let answers: SavedAnswers
    /// The variables of each function, with placeholders for what differs from run to run.
    private let variables: [String: [String: String]]
    /// The issuer's identifier in `oidc` mode.
    private let issuer: String

    /// The sign-in to which an event of the timeline belongs; nil if there is none.
    init?(around number: Int, in events: [TimelineEvent], variables: [String: [String: String]], issuer: String) {
        let history = SignInHistory(events)
        guard let steps = history.steps(around: number) else { return nil }
        (self.steps, self.variables, self.issuer) = (steps, variables, issuer)
        answers = SavedAnswers(steps, history, issuer: issuer)
    }

    /// The content of the file.
    var json: [UInt8] {
        let written = steps.indices.map(step)
        return PrettyJSON.of(
            JSONWriter.object { file in
                file.member(
                    "description",
                    "A sign-in saved from the sandbox: its users, and nothing that is secret. "
                        + "events/README.md says more."
                )
                file.member("variables") { functions in
                    for function in variables.keys.sorted() where steps.contains(where: { $0.function == function }) {
                        functions.member(function, variables[function] ?? [:])
                    }
                }
                if let enrolled { file.member("authsignal", raw: enrolled) }
                file.member("steps", array: written)
            })
    }

    /// What the user had enrolled at Authsignal before the sign-in; nil if nothing.
    private var enrolled: [UInt8]? {
        guard let first = steps.first(where: \.isCreate), let sub = first.attribute("sub"),
            let email = first.attribute("email"),
            first.response?["publicChallengeParameters"]?["isEnrolled"]?.string == "true"
        else { return nil }
        let factor = JSONWriter.object { $0.member("EMAIL_OTP", email) }
        return JSONWriter.object { $0.member("users") { $0.member(sub, array: [factor]) } }
    }

    private func step(_ index: Int) -> [UInt8] {
        let step = steps[index]
        return JSONWriter.object { written in
            written.member("function", step.function)
            written.member("decision", step.decision)
            if enrolled == nil, answers.provesMailbox(step), let sub = step.attribute("sub") {
                written.member("enrols") { $0.member(sub, step.attribute("email") ?? "") }
            }
            written.member("event", raw: event(index))
            if let error = step.error {
                written.member("error", raw: error.bytes)
            } else {
                written.member("response", raw: SavedResponse.rules(of: step))
            }
        }
    }

    /// The event of a step, with the answers of earlier steps in place of what they answered then.
    private func event(_ index: Int) -> [UInt8] {
        let step = steps[index]
        return JSONWriter.object { event in
            for (name, value) in step.event.members {
                guard name == "request" else {
                    event.member(name, raw: neutral(value))
                    continue
                }
                event.member(name) { request in
                    for (name, value) in value.members {
                        switch name {
                        case "challengeAnswer": request.member(name, answers.text(of: step))
                        case "privateChallengeParameters": write(parameters: value, of: index, to: &request)
                        case "session": request.member(name, array: rows(value.elements, of: index))
                        default: request.member(name, raw: neutral(value))
                        }
                    }
                }
            }
        }
    }

    private func write(parameters: JSONValue, of index: Int, to request: inout JSONWriter) {
        let create = creates(before: index).last ?? 0
        request.member("privateChallengeParameters") { written in
            for (name, _) in parameters.members {
                written.member(name, "${reply: step=\(create + 1), member=privateChallengeParameters.\(name)}")
            }
        }
    }

    private func rows(_ rows: [JSONValue], of index: Int) -> [[UInt8]] {
        var creates = self.creates(before: index)[...]
        return rows.map { row in
            JSONWriter.object { written in
                let create = row["challengeName"]?.string == "CUSTOM_CHALLENGE" ? creates.popFirst() : nil
                for (name, value) in row.members {
                    if name == "challengeMetadata", value.string != nil, let create {
                        written.member(name, "${reply: step=\(create + 1), member=challengeMetadata}")
                    } else {
                        written.member(name, raw: value.bytes)
                    }
                }
            }
        }
    }

    /// The steps of Create in the same sign-in, before a step.
    private func creates(before index: Int) -> [Int] {
        steps.indices.prefix(index).filter { steps[$0].isCreate && steps[$0].signIn == steps[index].signIn }
    }

    /// A value without the issuer's address, which is another one in a replay.
    private func neutral(_ value: JSONValue) -> [UInt8] {
        let text = String(decoding: value.bytes, as: UTF8.self)
        return Array(text.replacing(issuer, with: "${oidcIssuer}").utf8)
    }
}
