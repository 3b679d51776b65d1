// The shortest sign-in of the flow RESULT_TOKEN. sign-in.ts is the same with all other flows, with wrong codes and with
// what else happens to users.

import { confirmSignIn, signIn } from 'aws-amplify/auth';
import { ErrorCode, type Authsignal } from 'react-native-authsignal';

export async function signInWithPasskeyOrCode(
    authsignal: Authsignal, email: string, askForCode: () => Promise<string>,
): Promise<void> {
    const { data: passkey, error, errorCode } = await authsignal.passkey.signIn({ action: 'cognitoAuth' });
    const isWithout = errorCode === ErrorCode.user_canceled || errorCode === ErrorCode.no_credential;
    if (error && !isWithout) throw new Error(error); // an outage: no reason for a code

    const username = passkey?.userId ?? email; // with a passkey, nobody types an address
    const { nextStep } = await signIn({ username, options: { authFlowType: 'CUSTOM_WITHOUT_SRP' } });
    if (nextStep.signInStep !== 'CONFIRM_SIGN_IN_WITH_CUSTOM_CHALLENGE') throw new Error(nextStep.signInStep);
    const { token = '', isEnrolled } = nextStep.additionalInfo ?? {};

    let answer = passkey?.token;
    if (!answer) {
        await authsignal.setToken(token);
        await (isEnrolled === 'true' ? authsignal.email.challenge() : authsignal.email.enroll({ email }));
        answer = (await authsignal.email.verify({ code: await askForCode() })).data?.token;
    }
    if (!answer) throw new Error('The code is not right');
    await confirmSignIn({ challengeResponse: answer });
}
