// From Apple's documentation of SwiftUI for iOS 26. Only what the sample uses.

// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

import WebKit

@MainActor @preconcurrency public protocol View {
    associatedtype Body: View
    @ViewBuilder var body: Body { get }
}

extension Never: View {
    public var body: Never { return fatalError() }
}

/// Views that the framework draws itself.
public protocol Primitive: View where Body == Never {}

extension Primitive {
    public var body: Never { fatalError() }
}

@resultBuilder public enum ViewBuilder {
    public static func buildBlock() -> EmptyView { EmptyView() }
    public static func buildBlock<Content: View>(_ content: Content) -> Content { content }
    public static func buildBlock<each Content: View>(_ content: repeat each Content) -> EmptyView { EmptyView() }
    public static func buildIf<Content: View>(_ content: Content?) -> Content? { content }
    public static func buildEither<First: View, Second: View>(first: First) -> Either<First, Second> { Either() }
    public static func buildEither<First: View, Second: View>(second: Second) -> Either<First, Second> { Either() }
}

extension Optional: View where Wrapped: View {
    public var body: Never { return fatalError() }
}

public struct EmptyView: Primitive {}

public struct Either<First: View, Second: View>: Primitive {}

public struct Form: Primitive {
    public init(@ViewBuilder content: () -> some View) {}
}

public struct Text: Primitive {
    public init(_ content: some StringProtocol) {}
}

public struct ProgressView: Primitive {
    public init() {}
}

public struct Button: Primitive {
    public init(_ title: some StringProtocol, action: @escaping @MainActor () -> Void) {}
}

public struct TextField: Primitive {
    public init(_ title: some StringProtocol, text: Binding<String>) {}
}

public struct SecureField: Primitive {
    public init(_ title: some StringProtocol, text: Binding<String>) {}
}

public struct UITextContentType: Sendable {
    public static let username = UITextContentType()
    public static let password = UITextContentType()
    public static let oneTimeCode = UITextContentType()
}

public enum UIKeyboardType: Sendable {
    case `default`, emailAddress, numberPad
}

public struct TextInputAutocapitalization: Sendable {
    public static var never: TextInputAutocapitalization { fatalError() }
    public static var characters: TextInputAutocapitalization { fatalError() }
}

extension View {
    public func frame(width: Double? = nil, height: Double? = nil) -> some View { EmptyView() }
    public func disabled(_ disabled: Bool) -> some View { EmptyView() }
    public func task(_ action: @escaping @MainActor () async -> Void) -> some View { EmptyView() }
    public func textContentType(_ type: UITextContentType?) -> some View { EmptyView() }
    public func keyboardType(_ type: UIKeyboardType) -> some View { EmptyView() }
    public func textInputAutocapitalization(_ value: TextInputAutocapitalization?) -> some View { EmptyView() }
}

@propertyWrapper public struct State<Value> {
    public init(wrappedValue: Value) {}
    public var wrappedValue: Value {
        get { fatalError() }
        nonmutating set {}
    }
    public var projectedValue: Binding<Value> { fatalError() }
}

extension State where Value: ExpressibleByNilLiteral {
    public init() {}
}

@propertyWrapper public struct Binding<Value> {
    public init(get: @escaping () -> Value, set: @escaping (Value) -> Void) {}
    public var wrappedValue: Value {
        get { fatalError() }
        nonmutating set {}
    }
}

@MainActor @preconcurrency public protocol UIViewRepresentable: Primitive {
    associatedtype UIViewType: UIView
    associatedtype Coordinator = Void
    typealias Context = UIViewRepresentableContext<Self>
    func makeUIView(context: Context) -> UIViewType
    func updateUIView(_ view: UIViewType, context: Context)
    func makeCoordinator() -> Coordinator
}

@MainActor public struct UIViewRepresentableContext<Representable: UIViewRepresentable> {
    public var coordinator: Representable.Coordinator { fatalError() }
}

@MainActor @preconcurrency public protocol Scene {}

public struct WindowGroup: Scene {
    public init(@ViewBuilder content: () -> some View) {}
}

@MainActor @preconcurrency public protocol App {
    associatedtype Body: Scene
    @MainActor init()
    var body: Body { get }
}

extension App {
    public static func main() {}
}
