// The screen: shows the view that a step of the sign-in returns, and passes on what the user does.

import React, { useEffect, useState } from 'react';
import { ActivityIndicator, Button, Text, TextInput, View } from 'react-native';
import { WebView } from 'react-native-webview';
import { settings } from './settings';
import * as steps from './sign-in';

const words: Record<steps.Why, string> = {
    'no-passkey': 'No passkey was used. You can sign in with an emailed code.',
    'refused': 'That was not accepted. Please try again.',
    'over': 'This sign-in is over. Please start again.',
    'interrupted': 'Your sign-in was interrupted. Please continue.',
    'sign-in-again': 'Please sign in again first.',
    'signed-out': 'You are no longer signed in. Please sign in again.',
    'signed-in-too-long-ago':
        'You signed in too long ago to add a passkey. Sign out, sign in again, and then add it.',
    'no-code': 'No code can be sent to this address. Check it, or ask whoever runs this app.',
    'confirmed': 'Your account is ready. Please sign in.',
    'wrong-code': 'This code is not right, or too old. Please try again.',
    'too-many-codes': 'Too many wrong codes. Please have a new one mailed.',
    'not-created': 'No passkey was created.',
    'passkey-created': 'Your passkey is ready.',
};

const noConnection = 'That did not work. Please check your connection and try again.';
const tooManyAttempts = 'Too many attempts. Please wait a few minutes and try again.';

/** What the app says of a failure, by the authenticator's code or Amplify's name. Others have words of their own. */
const failures: Record<string, string> = {
    NetworkError: noConnection,
    network_error: noConnection,
    challenge_expired: 'That took too long. Please try again.',
    too_many_requests: tooManyAttempts,
    LimitExceededException: tooManyAttempts,
    TooManyRequestsException: tooManyAttempts,
};

function wordsFor(error: unknown): string {
    const { errorCode, name, message } = error as { errorCode?: string; name?: string; message?: string };
    const known = failures[errorCode ?? name ?? ''];
    // This is what React Native says of a request without an answer.
    return known ?? (message === 'Network request failed' ? noConnection : `That did not work: ${message}`);
}

export function SignInScreen() {
    const [shown, setShown] = useState<steps.Shown | undefined>(undefined);
    const [message, setMessage] = useState('');
    const [isBusy, setIsBusy] = useState(false);
    const [email, setEmail] = useState('');
    const [password, setPassword] = useState('');
    const [code, setCode] = useState('');

    /** Takes a step and shows what comes next. After a failure everything stays as it is. */
    async function take(step: () => Promise<steps.Shown>): Promise<void> {
        if (isBusy) return;
        setIsBusy(true);
        setMessage('');
        try {
            const next = await step();
            if (next.view !== undefined) setShown(next);
            if (next.view === 'start' && next.email) setEmail(next.email);
            if (next.why) setMessage(words[next.why]);
            setCode('');
        } catch (error) {
            console.warn(error); // for the developer
            setMessage(wordsFor(error));
        } finally {
            setIsBusy(false);
        }
    }

    useEffect(() => { void take(steps.resume); }, []);

    const button = (title: string, step: () => Promise<steps.Shown>) =>
        <Button title={title} disabled={isBusy} onPress={() => void take(step)} />;
    // No digits only and no maxLength: the mail may contain a long code for pasting.
    const codeField = <TextInput value={code} onChangeText={setCode} accessibilityLabel="Code"
        autoCapitalize="characters" autoComplete="one-time-code" textContentType="oneTimeCode" />;
    const typed = password === '' ? undefined : password;

    return <View>
        {message !== '' && <Text accessibilityLiveRegion="polite">{message}</Text>}
        {isBusy && <ActivityIndicator />}
        {shown === undefined && button('Try again', steps.resume)}
        {shown?.view === 'start' && <View>
            {steps.hasPasskeys && !settings.passwordFirst
                && button('Sign in with a passkey', steps.signInWithPasskey)}
            <TextInput value={email} onChangeText={setEmail} accessibilityLabel="Email" autoCapitalize="none"
                autoComplete="email" keyboardType="email-address" textContentType="username" />
            {settings.passwordFirst && <TextInput value={password} onChangeText={setPassword} secureTextEntry
                accessibilityLabel="Password" textContentType="password" />}
            {button('Continue', () => steps.signInByEmail(email.trim(), typed))}
            {button('Create an account', () => steps.createAccount(email.trim(), typed))}
        </View>}
        {shown?.view === 'confirm' && <View>
            <Text>Type the code from the mail to confirm your address.</Text>
            {codeField}
            {button('Confirm', () => steps.confirmAccount(code.trim()))}
        </View>}
        {shown?.view === 'captcha' && <WebView style={{ height: 160 }}
            source={{ uri: `${settings.captchaPage}#${encodeURIComponent(JSON.stringify(shown))}` }}
            onMessage={({ nativeEvent }) => void take(() => steps.answerCaptcha(nativeEvent.data))} />}
        {shown?.view === 'code' && <View>
            <Text>If there is an account, a code is on its way to {shown.sentTo || 'your address'}.</Text>
            <Text>If you have asked more than once, use the newest mail.</Text>
            {codeField}
            {button('Sign in', () => steps.answerCode(code.trim()))}
            {button('Send another code', steps.resendCode)}
        </View>}
        {shown?.view === 'offer' && <View>
            <Text>With a passkey, you sign in with your face, your finger or your screen lock.</Text>
            {button('Create a passkey', steps.createPasskey)}
            {button('Not now', steps.declinePasskey)}
        </View>}
        {shown?.view === 'account' && <View>
            <Text>{shown.email}</Text>
            {steps.hasPasskeys && button('Add a passkey', steps.addPasskey)}
            {button('Sign out', steps.leave)}
        </View>}
    </View>;
}
