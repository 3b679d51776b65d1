internal import CLibrary

/// Reads and replaces files that only their owner may read.
package enum StateFile {
    private static let ownerOnly: mode_t = 0o600

    /// The bytes of a file; nil if it does not exist.
    ///
    /// - Throws: `StateFileError.unreadable`.
    package static func read(_ path: String) throws(StateFileError) -> [UInt8]? {
        let file = unsafe open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else {
            guard errno == ENOENT else { throw .unreadable(path: path, errorNumber: errno) }
            return nil
        }
        defer { close(file) }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = Self.read(file, &buffer)
            guard count >= 0 else { throw .unreadable(path: path, errorNumber: errno) }
            guard count > 0 else { return bytes }
            bytes += buffer[..<count]
        }
    }

    /// Replaces a file's contents. The bytes are written to a second file beside it, flushed to disk and then renamed.
    ///
    /// - Throws: `StateFileError.unwritable`.
    package static func replace(_ path: String, with bytes: [UInt8]) throws(StateFileError) {
        let temporary = path + ".new"
        // An interrupted write may have left a file of this name. It must not be followed as a link or written into.
        unsafe unlink(temporary)
        let file = unsafe open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, ownerOnly)
        guard file >= 0 else { throw .unwritable(path: path, errorNumber: errno) }
        let isWritten = write(bytes, to: file) && fsync(file) == 0
        let failure = errno
        close(file)
        guard isWritten, unsafe rename(temporary, path) == 0 else {
            let failure = isWritten ? errno : failure
            unsafe unlink(temporary)
            throw .unwritable(path: path, errorNumber: failure)
        }
    }

    private static func write(_ bytes: [UInt8], to file: Int32) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = unsafe rest.withUnsafeBytes { unsafe Self.write(file, $0) }
            guard count > 0 else { return false }
            rest = rest.dropFirst(count)
        }
        return true
    }

    /// One system call, repeated as long as signals interrupt it.
    private static func read(_ file: Int32, _ buffer: inout [UInt8]) -> Int {
        while true {
            let count = unsafe buffer.withUnsafeMutableBytes { unsafe systemRead(file, $0) }
            guard count < 0, errno == EINTR else { return count }
        }
    }

    private static func write(_ file: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
        while true {
            let count = unsafe systemWrite(file, bytes)
            guard count < 0, errno == EINTR else { return count }
        }
    }
}

private func systemRead(_ file: Int32, _ buffer: UnsafeMutableRawBufferPointer) -> Int {
    unsafe read(file, buffer.baseAddress, buffer.count)
}

private func systemWrite(_ file: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
    unsafe write(file, bytes.baseAddress, bytes.count)
}
