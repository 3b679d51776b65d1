internal import LocalCognito

/// The attributes that apps may read and write (`ReadAttributes` and `WriteAttributes` of the app client).
extension StackSettings {
    /// A choice of attributes.
    package enum AttributeChoice: Equatable, Sendable {
        /// Those of `template.yaml` for the flow and the token mode.
        case template
        /// These.
        case named([String])
        /// Every attribute, as with a client that names none.
        case all
    }

    /// The value that stands for every attribute.
    private static let everything = "all"

    /// The names of the attributes that apps may read; nil for all.
    var readAttributes: [String]? {
        names(readableAttributes, template: ["email", "email_verified"] + (sendsEmails ? ["locale"] : []))
    }

    /// The names of the attributes that apps may write; nil for all. A sign-up with an ID token must be able to write
    /// the subject.
    var writeAttributes: [String]? {
        let names = names(writableAttributes, template: ["email"] + (sendsEmails ? ["locale"] : []))
        guard let names, takesIDTokens, !names.contains(Self.subjectAttribute) else { return names }
        return names + [Self.subjectAttribute]
    }

    private func names(_ choice: AttributeChoice, template: [String]) -> [String]? {
        switch choice {
        case .template: template
        case .named(let names): names
        case .all: nil
        }
    }

    /// The attributes that a list on the command line names.
    ///
    /// - Parameter isWritable: whether apps are to write them.
    /// - Throws: `SandboxError.invalidSetting`.
    static func attributes(
        _ setting: String, _ list: String, isWritable: Bool
    ) throws(SandboxError) -> AttributeChoice {
        if list == everything { return .all }
        let names = list.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        for name in names {
            guard AttributeSchema.has(name) else {
                throw fault(
                    setting,
                    """
                    \(name.isEmpty ? "an empty name" : name) is not an attribute: name standard attributes and \
                    custom:… ones, separated by commas, or \(everything)
                    """)
            }
            guard !isWritable || !AttributeSchema.isReadOnly(name) else {
                throw fault(setting, "no app can write \(name)")
            }
        }
        guard !isWritable || names.contains("email") else {
            throw fault(setting, "must contain email, which every user of the pool must have")
        }
        return .named(names)
    }
}
