import { defineAuth, defineBackend } from '@aws-amplify/backend';
import { attachPasskeys } from './passkeys';

const auth = defineAuth({ loginWith: { email: true } });
const backend = defineBackend({ auth });

const functionsOf = 'arn:aws:lambda:eu-west-1:111122223333:function:passkeys';
const { cfnUserPool, cfnUserPoolClient } = backend.auth.resources.cfnResources;
attachPasskeys(cfnUserPool, cfnUserPoolClient, {
    DefineAuthChallenge: `${functionsOf}-DefineAuthChallenge:live`,
    CreateAuthChallenge: `${functionsOf}-CreateAuthChallenge:live`,
    VerifyAuthChallengeResponse: `${functionsOf}-VerifyAuthChallenge:live`,
    PreSignUp: `${functionsOf}-PreSignUp:live`,
});
