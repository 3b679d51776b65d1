/// What a mail says in one language, before it becomes plain text and HTML.
struct MailContent: Equatable {
    /// A part of the body.
    enum Part: Equatable {
        case paragraph(String)
        /// A code, on a line of its own.
        case code(MailedCode)
        /// Facts, each on a line of its own, after what they are.
        case facts([Fact])
    }

    /// A fact and its name.
    struct Fact: Equatable {
        let name: String
        let value: String

        init(_ name: String, _ value: String) {
            self.name = name
            self.value = value
        }
    }

    let subject: String
    let parts: [Part]

    init(_ subject: String, _ parts: Part...) {
        self.subject = subject
        self.parts = parts
    }
}
