// Attaches the functions of a deployed stack to the user pool that Amplify Gen 2 makes. docs/deploying.md says how the
// stack is deployed beside the pool.
import { CfnUserPool, CfnUserPoolClient } from 'aws-cdk-lib/aws-cognito';
import { CfnPermission } from 'aws-cdk-lib/aws-lambda';

/** The ARN for each trigger: the stack's outputs DefineAuthChallengeArn and so on. They name an alias. */
export interface PasskeyFunctions {
    DefineAuthChallenge: string;
    CreateAuthChallenge: string;
    VerifyAuthChallengeResponse: string;
    PreSignUp: string;
    /** Only a stack with PasswordFirst has this output. */
    PreTokenGeneration?: string;
}

export function attachPasskeys(pool: CfnUserPool, client: CfnUserPoolClient, functions: PasskeyFunctions): void {
    for (const [trigger, arn] of Object.entries(functions)) {
        // An override keeps the other triggers of defineAuth.
        pool.addPropertyOverride(`LambdaConfig.${trigger}`, arn);
        // The stack gives this permission only to the pool that its ExistingUserPoolId names, which is one branch's.
        new CfnPermission(pool, `Passkeys${trigger}`, {
            functionName: arn,
            action: 'lambda:InvokeFunction',
            principal: 'cognito-idp.amazonaws.com',
            sourceArn: pool.attrArn,
        });
    }
    // A new address takes effect only after a code has proven it.
    pool.autoVerifiedAttributes = ['email'];
    pool.userAttributeUpdateSettings = { attributesRequireVerificationBeforeUpdate: ['email'] };
    // Another message with a code would be a second way in.
    pool.accountRecoverySetting = { recoveryMechanisms: [{ name: 'admin_only', priority: 1 }] };
    // Any other flow signs users in without the functions.
    client.explicitAuthFlows = ['ALLOW_CUSTOM_AUTH', 'ALLOW_REFRESH_TOKEN_AUTH'];
    client.preventUserExistenceErrors = 'ENABLED';
    client.authSessionValidity = 10;
    client.enableTokenRevocation = true;
    client.writeAttributes = ['email'];
}
