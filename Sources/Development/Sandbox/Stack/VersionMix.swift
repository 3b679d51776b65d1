internal import Synchronization

/// Which of two versions serves a call, as while an alias shifts from one version to the other.
package enum VersionMix: Equatable, Sendable {
    /// The former version serves these functions and the current one the others.
    case former(Set<MixedFunction>)
    /// The versions take turns in this order, over the calls of the three triggers together, and likewise over those of
    /// the authenticator. True is the former version.
    case turns([Bool])

    /// A function of which two versions are in service. The others have only the current one.
    package enum MixedFunction: String, CaseIterable, Sendable {
        case define = "DefineAuthChallenge"
        case create = "CreateAuthChallenge"
        case verify = "VerifyAuthChallenge"
        case authenticator = "Authenticator"
    }
}

extension VersionMix: CustomStringConvertible {
    /// Such as `former: Define, Verify`, or `in turns: former, current`.
    package var description: String {
        switch self {
        case .former(let functions):
            let names = MixedFunction.allCases.filter(functions.contains).map {
                $0.rawValue.replacing("AuthChallenge", with: "")
            }
            return "former: " + (names.isEmpty ? "none" : names.joined(separator: ", "))
        case .turns(let turns):
            return "in turns: " + turns.map { $0 ? "former" : "current" }.joined(separator: ", ")
        }
    }
}

/// Decides for each call which version serves it.
final class VersionChooser: Sendable {
    private let mix: VersionMix
    private let turns = Mutex((triggers: 0, authenticator: 0))

    init(_ mix: VersionMix) { self.mix = mix }

    /// Whether the former version serves this call of a function.
    func isFormerNext(of function: VersionMix.MixedFunction) -> Bool {
        switch mix {
        case .former(let functions): return functions.contains(function)
        case .turns(let order):
            guard !order.isEmpty else { return false }
            let turn = turns.withLock { turns in
                if function == .authenticator {
                    turns.authenticator += 1
                    return turns.authenticator
                }
                turns.triggers += 1
                return turns.triggers
            }
            return order[(turn - 1) % order.count]
        }
    }
}
