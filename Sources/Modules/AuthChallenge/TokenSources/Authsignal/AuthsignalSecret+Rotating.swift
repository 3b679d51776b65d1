internal import Authsignal
internal import FunctionServices

extension AuthsignalSecret {
    /// A secret that is read again while the process runs.
    init(_ secret: RotatingSecret<String>) {
        self.init(current: { secret.current(by: $0) }, renewed: { secret.replacement(by: $0) })
    }
}
