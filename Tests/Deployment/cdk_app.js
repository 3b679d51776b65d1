// Synthesizes apps of AWS CDK with the construct of clients/cdk, as the tests ask for them.
//
// Usage: node cdk_app.js, with NODE_PATH. Each line of the input is an app; each line of the output says what was wrong
// with it, and how long a processor worked on it.
const { App, CfnOutput, Stack } = require('aws-cdk-lib');
const { UserPool, UserPoolClient, UserPoolOperation } = require('aws-cdk-lib/aws-cognito');
const { Function } = require('aws-cdk-lib/aws-lambda');
const { CognitoPasskeys } = require('cognito-passkeys-cdk');
const { readFileSync } = require('fs');

function make({ folder, properties, signInAliases, trigger, triggerLater, attach, outputs = [] }) {
    const app = new App({ outdir: folder, analyticsReporting: false });
    const stack = new Stack(app, 'App');
    let pool, client;
    if (signInAliases) {
        pool = new UserPool(stack, 'Pool', { signInAliases, selfSignUpEnabled: true });
        client = new UserPoolClient(stack, 'Client', { userPool: pool, authFlows: { userSrp: true } });
    }
    const own = name => pool.addTrigger(
        UserPoolOperation.of(name), Function.fromFunctionArn(stack, 'Own', 'arn:aws:lambda:eu-west-1:1:function:own'));
    if (trigger) own(trigger);
    if (pool && !attach) {
        properties = {
            ...properties, existingUserPoolId: pool.userPoolId, allowedClientIds: [client.userPoolClientId] };
    }
    const signIn = new CognitoPasskeys(stack, 'SignIn', properties);
    if (attach) signIn.attachTo(pool, client, attach);
    if (triggerLater) own(triggerLater);
    const values = Object.fromEntries(outputs.map(name => [name, signIn.output(name)]));
    values.ClientId = (client ?? signIn.userPoolClient).userPoolClientId;
    values.PoolId = (pool ?? signIn.userPool).userPoolId;
    for (const [name, value] of Object.entries(values)) new CfnOutput(stack, name, { value });
    app.synth();
}

for (const line of readFileSync(0, 'utf8').trim().split('\n')) {
    const started = process.cpuUsage();
    let error = '';
    try {
        make(JSON.parse(line));
    } catch (thrown) {
        error = String(thrown.message);
    }
    console.log(JSON.stringify({ error, seconds: process.cpuUsage(started).user / 1e6 }));
}
