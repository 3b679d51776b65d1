/// What is wrong with a table of cases, or with one case of it.
package enum TableFault: Error, Equatable, Sendable {
    /// The file is not JSON.
    case notJSON(String)
    /// A required member is absent, or is not what its place calls for.
    case member(String, is: String)
    /// A member that nobody reads.
    case unknownMember(String)
    /// A name that stands twice in one object: two cases of one name, for example.
    case duplicate(String)
    /// A case of another file in the folder has the same name.
    case duplicateCase(otherFile: String)
    /// The function has no whole event of that name.
    case unknownBase(String)
    /// The base is a case of a table; only whole events can be bases.
    case baseInTable(String)
    /// The base is not JSON, so that nothing in it can be edited.
    case baseNotJSON(String)
    /// A text that is not a path.
    case malformedPath(String)
    /// The base has nothing at a path.
    case absent(path: String)
    /// The base has something at the path of an addition.
    case present(path: String)
    /// A case with a text of its own cannot edit the base's.
    case textAndEdits
    /// What `rewrite` replaces must stand in the text exactly once.
    case rewrite(String, occurrences: Int)
}

extension TableFault: CustomStringConvertible {
    package var description: String {
        switch self {
        case .notJSON(let fault): "not JSON: \(fault)"
        case .member(let name, let kind): "\(name) must be \(kind)"
        case .unknownMember(let name): "unknown member \(name)"
        case .duplicate(let name): "\(name) stands twice"
        case .duplicateCase(let file): "\(file) has a case of the same name"
        case .unknownBase(let name): "there is no whole event \(name)"
        case .baseInTable(let name): "the base \(name) is a case of a table; only a whole event can be a base"
        case .baseNotJSON(let name): "the base \(name) is not JSON and cannot be edited"
        case .malformedPath(let path): "\(path) is not a path of members"
        case .absent(let path): "the base has no \(path)"
        case .present(let path): "the base already has \(path)"
        case .textAndEdits: "a case with text cannot have change, add, remove or rewrite"
        case .rewrite(let text, let occurrences):
            "the text to rewrite must stand in the event once, and stands there \(occurrences) times: \(text)"
        }
    }
}
