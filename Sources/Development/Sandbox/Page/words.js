// What to tell a person when something fails.

import { AddAuthenticatorError } from './add-authenticator.js';
import { AuthenticatorError } from './authenticator.js';
import { CaptchaClosed } from './captcha.js';
import { CognitoError } from './cognito.js';
import {
    AccountExists, CaptchaFailed, IDTokenRefused, PasskeyRefused, PasswordMustChange, ProofRefused, SignInEnded,
    WrongCode, WrongPassword,
} from './journey.js';
import { ProviderError } from './provider.js';
import { NetworkError } from './request.js';

const notAnAddress = 'This does not look like an email address.';

const cognito = {
    UsernameExistsException: 'There is an account with this email address already. Sign in instead.',
    InvalidPasswordException:
        'Choose a stronger password: twelve characters or more, with small and capital letters, a digit and a symbol.',
    UserNotFoundException: 'There is no account with this email address.',
    UserNotConfirmedException:
        'This account has not been confirmed yet. Create it once more with the same address to get a new code.',
    CodeMismatchException: 'That code is not right. Look at the newest email.',
    ExpiredCodeException: 'That code is too old. Ask for a new one.',
    LimitExceededException: 'That was too often. Wait a few minutes and try again.',
    TooManyRequestsException: 'That was too often. Wait a few minutes and try again.',
    UserLambdaValidationException: 'Signing in is not possible right now. Try again later.',
    UnexpectedLambdaException: 'Signing in takes too long right now. Try again later.',
    InvalidLambdaResponseException: 'Signing in is not possible right now. Try again later.',
    ResourceNotFoundException: 'This app is not known to the user pool.',
};

const authenticator = {
    expired_token: 'This took too long. Start again.',
    too_many_requests: 'That was too often. Wait a few minutes and try again.',
    invalid_credential: 'This passkey is not known here. Use a code, then create a new passkey.',
    credential_not_found: 'This passkey is not known here. Use a code, then create a new passkey.',
    unknown_credential: 'This passkey is not known here. Use a code, then create a new passkey.',
};

const addAuthenticator = {
    insufficient_user_authentication: 'That was a while ago. Sign out and in again, then add the passkey.',
    invalid_token: 'You are not signed in any more. Sign out and in again, then add the passkey.',
};

const provider = {
    invalid_grant: 'This passkey is not known here. Create an account first.',
    invalid_token: 'This took too long. Sign in again.',
    not_found: 'That passkey is not there any more.',
    too_many_requests: 'That was too often. Wait a few minutes and try again.',
};

const browser = {
    NotAllowedError: 'No passkey was created. You can do that whenever you like.',
    InvalidStateError: 'This device has a passkey for your account already.',
    NotSupportedError: 'This device cannot make the kind of passkey that is needed.',
    ConstraintError: 'This device cannot check that it is you, so it cannot keep a passkey.',
    SecurityError: 'Passkeys do not work at this address: they belong to the one that the sandbox was started for.',
};

const wrongCode = {
    CODE_INVALID_OR_EXPIRED: 'That code is not right, or it is too old. Look at the newest email.',
    MAX_ATTEMPTS_EXCEEDED: 'Those were too many wrong codes. Ask for a new one.',
};

/** A sentence or two about what went wrong, and what to do about it. */
export function words(error) {
    if (error instanceof NetworkError) return 'The sandbox cannot be reached. Is it still running?';
    if (error instanceof WrongCode) return wrongCode[error.reason] ?? wrongCode.CODE_INVALID_OR_EXPIRED;
    if (error instanceof WrongPassword) return 'That email address or password is not right.';
    if (error instanceof PasswordMustChange) return 'This password has to be changed first. Ask an administrator.';
    if (error instanceof CaptchaClosed) return 'Nobody can sign in without that check. Try again.';
    if (error instanceof CaptchaFailed) return 'The check was not passed. Start again.';
    if (error instanceof SignInEnded) return 'Those were too many wrong codes. Start again.';
    if (error instanceof AddAuthenticatorError) {
        return addAuthenticator[error.code] ?? 'A passkey cannot be added right now. Try again later.';
    }
    if (error instanceof AccountExists) return cognito.UsernameExistsException;
    if (error instanceof IDTokenRefused) {
        return 'This did not sign you in. Try again. If you have never finished creating your account, create it once '
            + 'more with the same address.';
    }
    if (error instanceof ProofRefused) return 'This did not sign you in. Ask for a new code and try again.';
    if (error instanceof PasskeyRefused) return 'This passkey was not accepted. Use a code instead.';
    if (error instanceof AuthenticatorError) {
        // Such as for an address without an account, or for whom the functions let nobody enrol.
        if (error.code === 'unauthorized' && /^(challenge|user-authenticators)\/email-otp$/.test(error.path)) {
            return 'No code can be sent to this address. Check it, or ask whoever runs this app.';
        }
        return authenticator[error.code] ?? 'Your code or passkey cannot be checked right now. Start again.';
    }
    if (error instanceof ProviderError) return providerWords(error);
    if (error instanceof CognitoError) return cognitoWords(error);
    if (error instanceof DOMException) return browser[error.name] ?? 'The browser could not use a passkey.';
    return 'Something went wrong. Start again.';
}

function providerWords(error) {
    if (error.saysUserExists) return cognito.UsernameExistsException;
    if (error.code === 'invalid_request' && /email/i.test(error.message)) return notAnAddress;
    return provider[error.code] ?? 'Your passkey cannot be checked right now. Start again.';
}

function cognitoWords({ type, message }) {
    // Cognito has one type for several refusals and tells them apart in the message alone.
    if (type === 'NotAuthorizedException') {
        return /expired|session/i.test(message) ? 'This took too long. Start again.' : 'This was refused. Start again.';
    }
    if (type === 'InvalidParameterException' && /email|username/i.test(message)) {
        return notAnAddress;
    }
    return cognito[type] ?? 'Signing in is not possible right now. Try again later.';
}
