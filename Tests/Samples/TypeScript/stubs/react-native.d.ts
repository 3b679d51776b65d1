// From the documentation of React Native 0.82: "Core components and APIs". Only what the sample uses.

type Children = JSX.Element | string | boolean | undefined | Children[];

export class View {
    constructor(props: { children?: Children });
    readonly props: { children?: Children };
}

interface TextProps {
    children?: Children;
    accessibilityLiveRegion?: 'none' | 'polite' | 'assertive';
}

export class Text {
    constructor(props: TextProps);
    readonly props: TextProps;
}

interface ButtonProps {
    title: string;
    disabled?: boolean;
    onPress(): void;
}

export class Button {
    constructor(props: ButtonProps);
    readonly props: ButtonProps;
}

interface TextInputProps {
    value: string;
    onChangeText(text: string): void;
    accessibilityLabel?: string;
    autoCapitalize?: 'none' | 'sentences' | 'words' | 'characters';
    autoComplete?: 'email' | 'one-time-code' | 'current-password' | 'username' | 'off';
    keyboardType?: 'default' | 'email-address' | 'number-pad';
    secureTextEntry?: boolean;
    textContentType?: 'none' | 'oneTimeCode' | 'password' | 'newPassword' | 'username' | 'emailAddress';
}

export class TextInput {
    constructor(props: TextInputProps);
    readonly props: TextInputProps;
}

export class ActivityIndicator {
    constructor(props: {});
    readonly props: {};
}

interface ScrollViewProps {
    children?: Children;
    contentInsetAdjustmentBehavior?: 'automatic' | 'scrollableAxes' | 'never' | 'always';
    keyboardShouldPersistTaps?: 'always' | 'never' | 'handled';
    contentContainerStyle?: { padding?: number; paddingTop?: number };
}

export class ScrollView {
    constructor(props: ScrollViewProps);
    readonly props: ScrollViewProps;
}

export const StatusBar: {
    /** On Android. */
    readonly currentHeight?: number;
};
