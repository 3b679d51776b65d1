"""Which folders scripts/sources/check_layout.py says use each other, and which uses it can tell."""

from __future__ import annotations

import unittest

from layout_fixture import Fixture

RULES = "Sources/Modules/Rules"


class RoomTests(Fixture):
    def files(self, **texts: str) -> None:
        """Writes files of the module: `Room_Name` becomes Room/Name.swift, and `Name` lies in the root."""
        for name, text in texts.items():
            self.write(f"{RULES}/{name.replace('_', '/')}.swift", text)

    def assert_straight(self) -> None:
        self.assertEqual(self.found(), [])

    def assert_circle(self, *expected: str) -> None:
        self.assertEqual(self.found(), ["circle: " + "\n".join(expected)])

    def test_two_folders_that_use_each_other_are_refused_with_the_places(self) -> None:
        self.files(
            Flow_Flow="struct Flow {\n    let table: Table\n}",
            State_Table="struct Table {\n    func count(_ flow: Flow) {}\n}",
            Other_Other="struct Other {\n    let flow: Flow\n}")
        self.assert_circle(
            "Sources/Modules/Rules: Flow, State use each other",
            "  Flow -> State",
            "    Sources/Modules/Rules/Flow/Flow.swift:2: Table (Table.swift)",
            "  State -> Flow",
            "    Sources/Modules/Rules/State/Table.swift:2: Flow (Flow.swift)")

    def test_folders_that_use_each_other_through_others_are_refused(self) -> None:
        self.files(A_A="struct A { let b: B }", B_B="struct B { let c: C }", C_C="struct C { let a: A? }")
        self.assertIn("circle: Sources/Modules/Rules: A, B, C use each other", self.found()[0])

    def test_arrows_in_one_direction_are_straight(self) -> None:
        self.files(A_A="struct A { let b: B; let c: C }", B_B="struct B { let c: C }", C_C="struct C {}")
        self.assert_straight()

    def test_only_the_first_places_of_an_arrow_are_printed(self) -> None:
        lines = "\n".join(f"    let b{i}: B" for i in range(7))
        self.files(A_A=f"struct A {{\n{lines}\n}}", B_B="struct B { let a: A? }")
        self.assertIn("\n    Sources/Modules/Rules/A/A.swift:6: B (B.swift)\n    and 2 more\n", self.found()[0])

    def test_members_that_an_extension_adds_are_uses(self) -> None:
        self.files(
            Values_Token="struct Token {}",
            Mint_Mint="extension Token {\n    func minted() -> Int { 1 }\n    static let longest = 9\n}",
            Values_Check="""
                func check(_ token: Token) -> Int {
                    token.minted() + Token.longest
                }""")
        self.assert_circle(
            "Sources/Modules/Rules: Mint, Values use each other",
            "  Mint -> Values",
            "    Sources/Modules/Rules/Mint/Mint.swift:1: Token (Token.swift)",
            "  Values -> Mint",
            "    Sources/Modules/Rules/Values/Check.swift:3: minted (Mint.swift)",
            "    Sources/Modules/Rules/Values/Check.swift:3: longest (Mint.swift)")

    def test_a_bare_call_in_an_extension_finds_the_extension_that_declares_it(self) -> None:
        self.files(
            Service="actor Service {}",
            Codes_Codes="extension Service {\n    func send() { prove() }\n}",
            Tokens_Tokens="extension Service {\n    func prove() { self.send() }\n}")
        self.assert_circle(
            "Sources/Modules/Rules: Codes, Tokens use each other",
            "  Codes -> Tokens",
            "    Sources/Modules/Rules/Codes/Codes.swift:2: prove (Tokens.swift)",
            "  Tokens -> Codes",
            "    Sources/Modules/Rules/Tokens/Tokens.swift:2: send (Codes.swift)")

    def test_labels_tell_overloads_and_initialisers_apart(self) -> None:
        self.files(
            Keys_Key="""struct Key {
                    init(_ bytes: Int, size: Int = 1) {}
                }
                let key = Key(1)
                let other = Key(jwk: 2)""",
            JWK_Key="extension Key {\n    init(jwk: Int) { self.init(jwk) }\n}")
        self.assert_circle(
            "Sources/Modules/Rules: JWK, Keys use each other",
            "  JWK -> Keys",
            "    Sources/Modules/Rules/JWK/Key.swift:1: Key (Key.swift)",
            "    Sources/Modules/Rules/JWK/Key.swift:2: init (Key.swift)",
            "  Keys -> JWK",
            "    Sources/Modules/Rules/Keys/Key.swift:5: Key (Key.swift)")

    def test_names_in_comments_and_strings_are_no_uses(self) -> None:
        self.files(
            A_A="struct A { let b: B }",
            B_B='''
                /// Made by `A`. /* A /* A */ A */
                struct B {
                    let text = "A \\" A" + #"A "A" \\(A)"# // A
                    let long = """
                        A, "A" and A
                        """
                    let pattern = #/A/#, other = /A+ A/
                    /* A /* A */ A() */
                }''')
        self.assert_straight()

    def test_code_behind_a_nested_comment_is_a_use(self) -> None:
        self.files(A_A="struct A { let b: B }", B_B="/* A /* A */ A */ struct B { let a: A? }")
        self.assertIn("Rules: A, B use each other", self.found()[0])

    def test_code_in_an_interpolation_is_a_use(self) -> None:
        for text in ('"<\\(A())>"', '#"<\\#(A())>"#', '"""\n<\\(f("(", A()))>\n"""'):
            with self.subTest(text):
                self.files(A_A="struct A { let b: B }", B_B=f"struct B {{\n    let text = {text}\n}}")
                self.assertIn("Rules: A, B use each other", self.found()[0])

    def test_a_name_that_two_rooms_declare_is_no_use(self) -> None:
        self.files(
            A_A="struct A { let mark: Int; let b: B }", C_C="struct C { let mark: Int }",
            B_B="func f(_ x: Any) { x.mark }\nstruct B {}")
        self.assert_straight()

    def test_everyday_names_and_names_of_modules_below_are_no_uses(self) -> None:
        self.write("Sources/Modules/Ground/UUIDText.swift", "package enum UUIDText { case version4 }")
        self.files(
            A_A="struct A { let b: B; let count: Int; let version4: Int }",
            B_B="struct B {}\nfunc f(_ x: Any) { x.count + x.version4 }")
        self.assert_straight()

    def test_local_names_labels_and_tuple_labels_are_no_uses(self) -> None:
        self.files(
            Service="actor Service {}",
            A_A="""
                extension Service {
                    func action() { tenant() }
                    var answer: Int { 1 }
                    var proof: Int { 1 }
                }""",
            B_B="""
                extension Service {
                    func tenant() {}
                    func one(_ action: Int) -> Int { action + 1 }
                    func two() { if let action = make(action: 1) { use(action) } }
                    func three() { list.map { action in action } }
                    func four() { if case .some(let action) = x { use(action) } }
                    func five() { for (action, answer) in x { use(action, answer) } }
                    func six() -> (answer: Int, mail: Int) { make() }
                    func seven(_ x: Any) { x.answer + x.proof }
                    static let pair: (proof: Int, mail: Int)? = nil
                    func eight(with action: Int, answer: Int) { [action, answer] }
                    func nine() { switch x { case let .some(action): use(action) } }
                }""")
        self.assert_straight()

    def test_a_private_name_belongs_to_its_file(self) -> None:
        self.files(
            A_A="struct A { let b: B }\nextension B { private func hidden() {} }\nprivate struct Inner {}",
            B_B="struct B {\n    func f() { hidden() }\n    func g(_ x: Any) { x.hidden; Inner() }\n}")
        self.assert_straight()

    def test_a_getter_with_a_private_setter_is_visible(self) -> None:
        self.files(
            A_A="struct A {\n    let b: B\n    package private(set) var tally: Int\n}",
            B_B="struct B {}\nfunc f(_ x: Any) { x.tally }")
        self.assertIn("B.swift:2: tally (A.swift)", self.found()[0])

    def test_nested_folders_are_rooms_of_their_own_level(self) -> None:
        self.files(
            Methods_Method="protocol Method {}\nlet all: [any Method] = [Captcha()]",
            Methods_Captcha_Captcha="struct Captcha: Method {}",
            Flow_Flow="struct Flow { let method: Captcha }")
        self.assert_circle(
            "Sources/Modules/Rules/Methods: Captcha, Method.swift use each other",
            "  Captcha -> Method.swift",
            "    Sources/Modules/Rules/Methods/Captcha/Captcha.swift:1: Method (Method.swift)",
            "  Method.swift -> Captcha",
            "    Sources/Modules/Rules/Methods/Method.swift:2: Captcha (Captcha.swift)")

    def test_shared_values_may_lie_beside_the_file_that_puts_the_rooms_together(self) -> None:
        self.files(
            Methods_Method="protocol Method {\n    func answer() -> [any Method]\n}\nlet none = all.isEmpty",
            Methods_Registry="let all: [any Method] = [Captcha()]",
            Methods_Captcha_Captcha="struct Captcha {}")
        self.assert_straight()

    def test_a_room_may_extend_the_front_door(self) -> None:
        self.files(
            Service="actor Service {\n    var table = Table()\n    let now: Int\n    func go() { act() }\n}",
            Actions_Table="struct Table {}",
            Actions_Actions="extension Service {\n    func act() -> Service { table; now; self.now }\n}")
        self.assert_straight()

    def test_a_room_may_not_use_the_front_door_otherwise(self) -> None:
        self.files(
            Service="actor Service {\n    var table = Table()\n}",
            Actions_Table="struct Table {\n    func f(_ service: Service) {}\n}")
        self.assertIn("  Actions -> Service.swift\n"
                      "    Sources/Modules/Rules/Actions/Table.swift:2: Service (Service.swift)",
                      self.found()[0])

    def test_a_room_that_extends_the_front_door_may_not_use_extensions_of_it_that_use_the_room(self) -> None:
        self.files(
            Service="actor Service {}",
            Routes="extension Service {\n    var table: Table { Table() }\n    func answer() {}\n}",
            Actions_Table="struct Table {}\nextension Service {\n    func act() { answer() }\n}")
        self.assertIn("  Actions -> Routes.swift\n"
                      "    Sources/Modules/Rules/Actions/Table.swift:3: answer (Routes.swift)",
                      self.found()[0])

    def test_a_name_of_another_module_is_no_use(self) -> None:
        self.files(
            A_A="struct A { let b: B }\nstruct Clock {}",
            B_B="struct B {\n    let clock: Ground.Clock\n    let made = UUIDText.made()\n}",
            A_Made="extension Text { static func made() {} }")
        self.assert_straight()


if __name__ == "__main__":
    unittest.main()
