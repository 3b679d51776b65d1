// From the documentation of react-native-webview 13: "API reference". Only what the sample uses.

export class WebView {
    constructor(props: WebViewProps);
    readonly props: WebViewProps;
}

interface WebViewProps {
    source: { uri: string } | { html: string };
    onMessage?(event: { nativeEvent: { data: string } }): void;
}
