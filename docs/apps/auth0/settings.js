// What differs from app to app. These are the sandbox's with --mode oidc --origin http://localhost:5173.

export const settings = {
    cognito: {
        userPoolId: 'eu-west-1_MySandbox', // the sandbox prints its own
        userPoolClientId: 'sandbox0app0client',
        userPoolEndpoint: 'http://localhost:8377', // for the sandbox only: without it, Amplify calls Cognito
    },
    /** The tenant at its custom domain, with the slash at its end: what its ID tokens have as `iss`. */
    issuer: 'http://localhost:8377/',
    /** The application at Auth0. */
    issuerClientId: 'sandbox-provider-app',
};
