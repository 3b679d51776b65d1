// From Amplify's documentation, "Override Cognito" and "Custom functions" (docs.amplify.aws), and the types that
// @aws-amplify/backend 1 publishes. Only what the example uses.

import type { CfnUserPool, CfnUserPoolClient } from 'aws-cdk-lib/aws-cognito';

interface Auth { readonly definesAuth: true }

export function defineAuth(props: { loginWith: { email: true } }): Auth;
export function defineBackend(parts: { auth: Auth }): {
    auth: { resources: { cfnResources: { cfnUserPool: CfnUserPool; cfnUserPoolClient: CfnUserPoolClient } } };
};
