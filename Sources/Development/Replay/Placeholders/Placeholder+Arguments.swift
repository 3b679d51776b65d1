/// Reads the arguments of a placeholder.
extension Placeholder {
    /// Refuses an argument of another name.
    func requireArguments(among names: Set<String>) throws(ReplayError) {
        guard let unknown = Set(arguments.keys).subtracting(names).min() else { return }
        throw .placeholder(text, fault: "unknown argument \(unknown)")
    }

    /// An argument that is true or false; nil if it is not given.
    func flag(_ name: String) throws(ReplayError) -> Bool? {
        guard let value = arguments[name] else { return nil }
        guard let flag = Bool(value) else { throw .placeholder(text, fault: "\(name) is true or false") }
        return flag
    }

    /// An argument in whole seconds; nil if it is not given.
    func seconds(_ name: String) throws(ReplayError) -> Int64? {
        guard let value = arguments[name] else { return nil }
        guard let seconds = Int64(value) else { throw .placeholder(text, fault: "\(name) is whole seconds") }
        return seconds
    }
}
