// From Amplify's documentation, "Use existing Cognito resources" (docs.amplify.aws/react-native), and the API reference
// of aws-amplify 6.20.0: ResourcesConfig. Only what the sample uses.

interface CognitoUserPoolConfig {
    userPoolId: string;
    userPoolClientId: string;
    userPoolEndpoint?: string;
}

export const Amplify: {
    configure(resourceConfig: { Auth?: { Cognito: CognitoUserPoolConfig } }): void;
};
