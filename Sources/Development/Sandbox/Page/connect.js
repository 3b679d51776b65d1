// How an app of one's own connects to the sandbox: the ids, and a snippet for each client, with the settings in force.

import { element, identifier } from './element.js';
import { Flow } from './flow.js';

const dialog = document.getElementById('connect');
const ids = document.getElementById('connect-ids');
const snippets = document.getElementById('connect-snippets');
/** The address by which this browser reaches the sandbox. */
const url = location.origin;

/** Shows the settings in force. */
export function present(settings) {
    const flow = new Flow(settings.flow, settings.tokenMode);
    // The app then talks to an authenticator with Authsignal's API.
    const hasAuthenticator = flow.hasTokens && !flow.isOpenID;
    ids.replaceChildren(...names(settings, hasAuthenticator, flow.isOpenID).flatMap(([name, value]) => [
        element('dt', {}, name), element('dd', {}, ...identifier(value)),
    ]));
    // A sign-in that begins with the password begins with SRP, which no single call can do.
    const written = Object.entries(clients(settings, hasAuthenticator)).filter(
        ([name]) => !flow.hasPassword || !calls.includes(name));
    snippets.replaceChildren(...written.map(([name, text]) => snippet(name, text)));
}

function names(settings, hasAuthenticator, hasIssuer) {
    return [
        ['Cognito endpoint', url], ['Region', settings.region], ['User pool', settings.userPoolId],
        ['App client', settings.clientId],
        ['Issuer of its tokens', settings.userPoolIssuer],
        ["Issuer's keys", `${settings.userPoolIssuer}/.well-known/jwks.json`],
        ...settings.clientSecret === undefined ? [] : [['Client secret', settings.clientSecret]],
        ...hasAuthenticator ? [
            ['Authenticator', `${url}/v1`], ['Tenant', settings.tenantId],
            ['AddAuthenticator', `${url}/add-authenticator`],
        ] : [],
        ...hasIssuer ? [['OpenID issuer', settings.issuer], ['OpenID client', settings.issuerClientId]] : [],
    ];
}

const calls = ['AWS CLI', 'Python: boto3'];

/** A snippet for each client. */
function clients(settings, hasAuthenticator) {
    const { region, userPoolId, clientId, tenantId, tokenMode } = settings;
    const web = tokenMode === 'authsignal' ? 'Authsignal' : 'Authenticator'; // the web client's class
    const lines = (text) => hasAuthenticator ? text : '';
    const amplify = `Amplify.configure({ Auth: { Cognito: {
    userPoolId: '${userPoolId}',
    userPoolClientId: '${clientId}',
    userPoolEndpoint: '${url}',
} } });
`;
    const configuration = `${JSON.stringify({
        auth: { plugins: { awsCognitoAuthPlugin: { CognitoUserPool: { Default: {
            PoolId: userPoolId, AppClientId: clientId, Region: region, Endpoint: location.hostname,
        } } } } },
    }, null, 2)}\n`;
    const tag = `<passkey-sign-in user-pool-id="${userPoolId}" client-id="${clientId}"
    endpoint="${url}" flow="${settings.flow.replace('CAPTCHA,', '')}"${lines(`
    base-url="${url}/v1" add-authenticator-url="${url}/add-authenticator"`)}></passkey-sign-in>
<script type="module">import 'cognito-passkeys-web/element';</script>
`;
    // With tokens of others, the app sets the element's authenticator.
    const isWhole = tokenMode === 'signed' || settings.flow.endsWith('EMAIL_OTP');
    // Neither Amplify Swift nor Amplify Android takes a scheme or a port.
    const needsHTTPS = location.protocol === 'https:' && location.port === ''
        ? '' : '\nAmplify calls Endpoint by https at port 443: start the sandbox with --https NAME.\n';
    return {
        ...isWhole ? { 'Web: <passkey-sign-in>': tag } : {},
        'Web: Amplify JS': amplify
            + lines(`const authenticator = new ${web}({ tenantId: '${tenantId}', baseUrl: '${url}/v1' });\n`),
        'React Native: Amplify JS': amplify
            + lines(`const authsignal = new Authsignal({ tenantID: '${tenantId}', baseURL: '${url}/v1' });\n`),
        'iOS: amplifyconfiguration.json': configuration
            + lines(`\nlet authsignal = Authsignal(tenantID: "${tenantId}", baseURL: "${url}/v1")\n`) + needsHTTPS,
        'Android: amplifyconfiguration.json': configuration
            + lines(`\nval authsignal = Authsignal(tenantID = "${tenantId}", baseURL = "${url}/v1")\n`) + needsHTTPS,
        'AWS CLI': `aws cognito-idp initiate-auth --endpoint-url ${url} --region ${region} --no-sign-request \\
    --client-id ${clientId} --auth-flow CUSTOM_AUTH --auth-parameters USERNAME=ana@example.test
`,
        'Python: boto3': `import boto3
from botocore import UNSIGNED
from botocore.config import Config

cognito = boto3.client('cognito-idp', endpoint_url='${url}', region_name='${region}',
                       config=Config(signature_version=UNSIGNED))
started = cognito.initiate_auth(
    ClientId='${clientId}', AuthFlow='CUSTOM_AUTH', AuthParameters={'USERNAME': 'ana@example.test'})
`,
    };
}

function snippet(name, text) {
    const code = element('pre', { tabIndex: 0 }, text);
    const copy = element('button', { type: 'button', className: 'plain' }, 'Copy');
    copy.setAttribute('aria-label', `Copy the snippet for ${name}`);
    copy.addEventListener('click', async () => {
        await navigator.clipboard.writeText(text);
        copy.textContent = 'Copied';
    });
    return element('details', { name: 'client' }, element('summary', {}, name), code, copy);
}

document.getElementById('show-connect').addEventListener('click', () => dialog.showModal());
