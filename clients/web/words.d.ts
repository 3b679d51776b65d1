// The types of words.js.

type Names =
    | 'signIn' | 'signInWithPasskey' | 'email' | 'password' | 'goOn' | 'createAccount' | 'confirmTitle'
    | 'confirmLead' | 'confirm' | 'captchaTitle' | 'captchaAgain' | 'chooseTitle' | 'usePasskey' | 'mailCode'
    | 'codeTitle' | 'codeLead' | 'yourAddress' | 'code' | 'anotherCode' | 'startAgain' | 'offerTitle' | 'offerLead'
    | 'createPasskey' | 'notNow' | 'accountTitle' | 'passkeys' | 'passkeyName' | 'showPasskeys' | 'addPasskey'
    | 'rename' | 'remove' | 'removalTitle' | 'removalLead' | 'keep' | 'signOut' | 'tryAgain' | 'noPasskey'
    | 'refused' | 'over' | 'signInAgain' | 'signedOut' | 'anotherUser' | 'signedInTooLongAgo' | 'noCode'
    | 'confirmed' | 'wrongCode' | 'tooManyWrongCodes' | 'notCreated' | 'passkeyCreated' | 'passkeyExists'
    | 'passkeyRenamed' | 'passkeyRemoved' | 'notProven' | 'otherAccount' | 'proveAgain' | 'outage' | 'notVerified'
    | 'noScreenLock' | 'unsupported' | 'tooLate' | 'tooManyRequests' | 'weakPassword' | 'failed';

/** The words of <passkey-sign-in> by the code of their language. */
export const words: Record<'en' | 'de' | 'fr' | 'es', Record<Names, string>>;
