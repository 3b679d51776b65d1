// What the user reads when something fails.

import { AddAuthenticatorError } from './add-authenticator.js';
import { AuthenticatorError } from './authenticator.js';
import { CaptchaClosed } from './captcha.js';
import { CognitoError } from './cognito.js';
import {
    AccountExists, CaptchaFailed, IDTokenRefused, OtherUsersPasskey, PasswordMustChange, ProofRefused, SignInEnded,
    WrongCode, WrongPassword,
} from './journey.js';
import { ProviderError } from './provider.js';
import { NetworkError } from './request.js';

/** Said when a request got no answer. */
export const unreachable = 'The sandbox cannot be reached. Is it still running?';

const notAnAddress = 'This does not look like an email address.';
const tooManyAttempts = 'Too many attempts. Wait a few minutes and try again.';
const noCode = 'No code can be sent to this address. Check it, or ask whoever runs this app.';
const wrongCode = 'That code is incorrect or has expired. Use the code from the latest email.';

const cognito = {
    UsernameExistsException: 'There is already an account with this email address. Sign in instead.',
    UserNotFoundException: 'There is no account with this email address.',
    UserNotConfirmedException:
        'This account is not confirmed yet. Create it again with the same address to get a new code.',
    CodeMismatchException: 'That code is incorrect. Use the code from the latest email.',
    ExpiredCodeException: 'That code has expired. Ask for a new one.',
    LimitExceededException: tooManyAttempts,
    TooManyRequestsException: tooManyAttempts,
    UserLambdaValidationException: 'Signing in is not possible right now. Try again later.',
    UnexpectedLambdaException: 'Signing in is taking too long right now. Try again later.',
    InvalidLambdaResponseException: 'Signing in is not possible right now. Try again later.',
    ResourceNotFoundException: 'The user pool does not know this app.',
};

/** What is said of an address that the user typed. */
const addressProblems = new Set(
    [notAnAddress, noCode, cognito.UsernameExistsException, cognito.UserNotFoundException]);

const authenticator = {
    cancelled: 'No passkey was created. You can create one at any time.',
    expired_token: 'This took too long. Start again.',
    none_here: 'This passkey is not recognised. Sign in with a code, then create a new passkey.',
    not_allowed: 'Passkeys do not work at this address. Open the address that the sandbox was started for.',
    not_verified: 'This passkey was not accepted. Use a code instead.',
    too_many_requests: tooManyAttempts,
    too_many_wrong_codes: 'You entered too many wrong codes. Ask for a new one.',
    unsupported: 'This device cannot create the kind of passkey that this app needs.',
    wrong_code: wrongCode,
};

const addAuthenticator = {
    insufficient_user_authentication: 'You signed in too long ago. Sign out, sign in again and then add the passkey.',
    invalid_token: 'You are no longer signed in. Sign out, sign in again and then add the passkey.',
};

const provider = {
    invalid_grant: 'This passkey is not recognised. Create an account first.',
    invalid_token: 'This took too long. Sign in again.',
    not_found: 'That passkey no longer exists.',
    too_many_requests: tooManyAttempts,
};

/** Whether a request got no answer. */
export function isUnreachable(error) {
    return error instanceof NetworkError || error.code === 'outage' && error.cause instanceof Error;
}

/** Says in a sentence or two what went wrong and what to do about it. */
export function words(error) {
    if (isUnreachable(error)) return unreachable;
    if (error instanceof WrongCode) return wrongCode;
    if (error instanceof WrongPassword) return 'That email address or password is incorrect.';
    if (error instanceof PasswordMustChange) return 'This password must be changed first. Ask an administrator.';
    if (error instanceof CaptchaClosed) return 'You cannot sign in without this check. Try again.';
    if (error instanceof CaptchaFailed) return 'You did not pass the check. Start again.';
    if (error instanceof SignInEnded) return 'You entered too many wrong codes. Start again.';
    if (error instanceof AddAuthenticatorError) {
        return addAuthenticator[error.code] ?? 'A passkey cannot be added right now. Try again later.';
    }
    if (error instanceof OtherUsersPasskey) return 'That passkey belongs to another account. Use one of yours.';
    if (error instanceof AccountExists) return cognito.UsernameExistsException;
    if (error instanceof IDTokenRefused) {
        return 'Sign-in failed. Try again. If you never finished creating your account, create it again with the '
            + 'same address.';
    }
    if (error instanceof ProofRefused) return 'Sign-in failed. Ask for a new code and try again.';
    if (error instanceof AuthenticatorError) {
        // For example, the address has no account, or the functions do not let this user enrol.
        if (error.code === 'unauthorized' && /^(challenge|user-authenticators)\/email-otp$/.test(error.path)) {
            return noCode;
        }
        if (error.path === undefined) return authenticator[error.code] ?? 'The browser could not use a passkey.';
        return authenticator[error.code] ?? 'Your code or passkey cannot be checked right now. Start again.';
    }
    if (error instanceof ProviderError) return providerWords(error);
    if (error instanceof CognitoError) return cognitoWords(error);
    return 'Something went wrong. Start again.';
}

/** Which fields caused an error: the code, the password, or the address that was typed. Others have no field. */
export function causes(error) {
    const { type } = error;
    if (error instanceof WrongCode || error.code === 'wrong_code' || type === 'CodeMismatchException') return ['code'];
    if (error instanceof WrongPassword) return ['password', 'email'];
    if (type === 'InvalidPasswordException') return ['password'];
    return addressProblems.has(words(error)) ? ['email'] : [];
}

function providerWords(error) {
    if (error.saysUserExists) return cognito.UsernameExistsException;
    if (error.code === 'invalid_request' && /email/i.test(error.message)) return notAnAddress;
    return provider[error.code] ?? 'Your passkey cannot be checked right now. Start again.';
}

function cognitoWords({ type, message }) {
    // Cognito uses one type for several refusals. Only the message tells them apart.
    if (type === 'NotAuthorizedException') {
        return /expired|session/i.test(message)
            ? 'This took too long. Start again.' : 'The request was refused. Start again.';
    }
    if (type === 'InvalidParameterException' && /email|username/i.test(message)) {
        return notAnAddress;
    }
    // The message ends with the rule of the pool's policy that the password breaks.
    if (type === 'InvalidPasswordException') return `Choose a stronger password. ${message.split(': ').pop()}.`;
    return cognito[type] ?? 'Signing in is not possible right now. Try again later.';
}
