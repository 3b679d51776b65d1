/// What is done at a path of a value.
enum JSONEdit: Equatable, Sendable {
    /// Replaces what is there.
    case change(JSONTree)
    /// Adds a member or an element behind the others.
    case add(JSONTree)
    /// Takes out what is there.
    case remove
    /// Replaces what is there, or adds it.
    case set(JSONTree)
}

extension JSONTree {
    /// Edits the value at a path.
    ///
    /// - Throws: `TableFault.absent` if the path, or for `add` and `set` its parent, is not there; `TableFault.present`
    ///   if `add` finds something there.
    mutating func apply(_ edit: JSONEdit, at path: MemberPath) throws(TableFault) {
        try apply(edit, at: path, path.steps[...])
    }

    private mutating func apply(
        _ edit: JSONEdit, at path: MemberPath, _ steps: ArraySlice<MemberPath.Step>
    ) throws(TableFault) {
        guard let step = steps.first else { return }
        let rest = steps.dropFirst()
        switch (self, step) {
        case (.object(var members), .member(let name)):
            let index = members.firstIndex { $0.name == name }
            let value = try Self.edited(index.map { members[$0].value }, edit, at: path, rest)
            switch (index, value) {
            case (let index?, let value?): members[index].value = value
            case (let index?, nil): members.remove(at: index)
            case (nil, let value?): members.append(Member(name: name, value: value))
            case (nil, nil): break
            }
            self = .object(members)
        case (.array(var elements), .element(let index)) where index <= elements.count:
            let isThere = index < elements.count
            let value = try Self.edited(isThere ? elements[index] : nil, edit, at: path, rest)
            if let value {
                elements.replaceSubrange(index..<(isThere ? index + 1 : index), with: [value])
            } else if isThere {
                elements.remove(at: index)
            }
            self = .array(elements)
        default: throw .absent(path: path.text)
        }
    }

    /// What takes the place of a member or element; nil for nothing.
    private static func edited(
        _ value: JSONTree?, _ edit: JSONEdit, at path: MemberPath, _ rest: ArraySlice<MemberPath.Step>
    ) throws(TableFault) -> JSONTree? {
        guard rest.isEmpty else {
            guard var value else { throw .absent(path: path.text) }
            try value.apply(edit, at: path, rest)
            return value
        }
        switch edit {
        case .change(let new):
            guard value != nil else { throw .absent(path: path.text) }
            return new
        case .remove:
            guard value != nil else { throw .absent(path: path.text) }
            return nil
        case .add(let new):
            guard value == nil else { throw .present(path: path.text) }
            return new
        case .set(let new): return new
        }
    }
}
