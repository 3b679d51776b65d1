internal import Foundation
internal import TestSupport

/// The functions of this package as they were built with the tests.
package enum BuiltFunctions {
    /// The folder of their executables.
    package static func folder() throws -> String {
        try ChildProcess.builtExecutable("DefineAuthChallenge").deletingLastPathComponent().path
    }
}
