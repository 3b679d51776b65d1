internal import CLibFuzzer
internal import CLibrary

/// Runs libFuzzer, whose loop calls back into the target.
enum Driver {
    /// What the callback runs: a C function cannot carry it along.
    nonisolated(unsafe) private static var target: FuzzTarget?

    /// Runs until libFuzzer ends. On a finding it ends the process itself.
    static func run(_ target: FuzzTarget, arguments: [String]) -> CInt {
        unsafe self.target = target
        let all = ["Fuzzing", "-max_len=\(target.maximumLength)"] + arguments
        var count = CInt(all.count)
        // libFuzzer keeps the arguments, so they are never freed.
        let copies = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>.allocate(capacity: all.count + 1)
        for (index, argument) in all.enumerated() { unsafe copies[index] = unsafe strdup(argument) }
        unsafe copies[all.count] = nil
        var pointer: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = unsafe copies
        return unsafe LLVMFuzzerRunDriver(&count, &pointer) { bytes, count in
            unsafe Driver.target?.run([UInt8](UnsafeBufferPointer(start: bytes, count: count)))
            return 0
        }
    }
}
