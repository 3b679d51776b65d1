// From the documentation of react-native-webview 13: "API reference". Only what the sample uses.

export class WebView {
    constructor(props: WebViewProps);
    readonly props: WebViewProps;
}

interface WebViewProps {
    style?: { height?: number };
    source: { uri: string } | { html: string };
    onMessage?(event: { nativeEvent: { data: string } }): void;
}
