import { createHash } from 'crypto';
import { join } from 'path';
import { ArnFormat, CfnResource, CfnStack, Lazy, Names, Stack, Token } from 'aws-cdk-lib/core';
import { CfnUserPool, CfnUserPoolClient, IUserPool, IUserPoolClient, UserPool, UserPoolClient } from 'aws-cdk-lib/aws-cognito';
import { Asset } from 'aws-cdk-lib/aws-s3-assets';
import { Construct, IConstruct } from 'constructs';
import { OneWay, Parameters } from './parameters';
import { Template, Values } from './template';

export { OneWay, Parameters } from './parameters';

export interface CognitoPasskeysProps extends Parameters {
    /** Your word that these properties are meant: a pool or its users keep their values for good. */
    readonly forGood?: OneWay[];
    /**
     * What the names of the functions begin with: up to 43 letters, digits and hyphens, unique in the account and
     * Region. Another name makes other functions. Default: a name made from the construct's path.
     */
    readonly name?: string;
    /** A folder with zips and nested.json of your own build. Default: those of this package, for x86_64. */
    readonly dist?: string;
}

export interface AttachOptions {
    /** Whether the client loses all other flows and the hosted pages, which sign users in without the triggers. */
    readonly closeFlows: boolean;
    /** What happens to a Pre sign-up trigger of the pool's own. Without this, there must be none. */
    readonly preSignUp?: 'replace' | 'keep';
}

const CUSTOM = 'ALLOW_CUSTOM_AUTH', REFRESH = 'ALLOW_REFRESH_TOKEN_AUTH';
/** Minutes. Some emails take longer than Cognito's default of 3 to arrive. */
const SESSION_MINUTES = 10;

/** Passkeys and emailed codes for an Amazon Cognito user pool: the packaged template as a nested stack. */
export class CognitoPasskeys extends Construct {
    /** What the names of the functions begin with. monitoring.yaml knows the stack by it. */
    readonly name: string;
    private readonly template: Template;
    private readonly values: Values;
    private readonly nested: CfnStack;
    private pool?: IUserPool;
    private client?: IUserPoolClient;

    constructor(scope: Construct, id: string, props: CognitoPasskeysProps) {
        super(scope, id);
        const { dist, forGood = [], ...given } = props;
        if (given.architecture === 'arm64' && !dist) {
            throw new Error('The zips of this package are for x86_64: give dist, a folder with zips for arm64');
        }
        const folder = dist ?? join(__dirname, '..', 'dist');
        this.template = new Template(join(folder, 'nested.json'));
        const name = given.name ?? Names.uniqueResourceName(this, { maxLength: 43, separator: '-' });
        this.values = this.template.values({ ...given, name }, forGood);
        this.name = this.values.Name;
        for (const zip of this.template.functions.map(one => new Asset(this, one, { path: join(folder, `${one}.zip`) }))) {
            this.values[`${zip.node.id}Key`] = zip.s3ObjectKey;
            this.values.CodeBucket = zip.s3BucketName;
        }
        const template = new Asset(this, 'Template', { path: this.template.path });
        this.nested = new CfnStack(this, 'Stack', {
            templateUrl: template.httpUrl,
            parameters: Lazy.uncachedAny({ produce: () => ({ Revision: this.revision(), ...this.values }) }),
        });
        // `cdk diff` compares the nested stack by it.
        template.addResourceMetadata(this.nested, 'TemplateURL');
        this.node.addValidation({ validate: () => this.template.problems(this.values) });
    }

    /** The new pool, or the one that the functions are attached to. */
    get userPool(): IUserPool {
        return this.pool ??= UserPool.fromUserPoolId(this, 'UserPool', this.output('UserPoolId'));
    }

    /** The new app client, or the one that the functions are attached to. */
    get userPoolClient(): IUserPoolClient {
        return this.client ??=
            UserPoolClient.fromUserPoolClientId(this, 'UserPoolClient', this.output('UserPoolClientId'));
    }

    /** With signInWith 'own-authenticator': the base URL of the authenticator, for the app. */
    get authenticatorUrl(): string {
        return this.output('AuthenticatorBaseUrl');
    }

    /** An output of the template, such as AddAuthenticatorUrl. Throws if these properties do not make it. */
    output(name: string): string {
        if (!this.template.hasOutput(name, this.values)) {
            throw new Error(`${this.node.path} has no output ${name} with these properties`);
        }
        return Token.asString(this.nested.getAtt(`Outputs.${name}`));
    }

    /**
     * Lets a pool of this app use the functions, which the construct then makes no pool for. The pool names them by
     * their ARNs, so it waits for nothing of this construct, and the functions may know the pool.
     *
     * Synthesis fails if another function is in one of the triggers. Other settings of both stay, but for those that
     * the triggers need.
     */
    attachTo(pool: IUserPool, client: IUserPoolClient, options: AttachOptions): void {
        const poolResource = resource<CfnUserPool>(pool, CfnUserPool.CFN_RESOURCE_TYPE_NAME);
        const clientResource = resource<CfnUserPoolClient>(client, CfnUserPoolClient.CFN_RESOURCE_TYPE_NAME);
        if (this.pool || this.client || (this.values.ExistingUserPoolId ?? pool.userPoolId) !== pool.userPoolId) {
            throw new Error(`${this.node.path} has another pool already: attach before anything asks for userPool`);
        }
        [this.pool, this.client] = [pool, client];
        this.values.ExistingUserPoolId = pool.userPoolId;
        this.values.AllowedClientIds ??= client.userPoolClientId;
        this.attachTriggers(poolResource, options.preSignUp);
        requireProvenAddress(poolResource);
        allowFlows(clientResource, options.closeFlows);
    }

    private attachTriggers(pool: CfnUserPool, preSignUp?: 'replace' | 'keep'): void {
        const stack = Stack.of(pool), before = pool.lambdaConfig, triggers: Record<string, string> = {};
        for (const [trigger, name] of Object.entries(this.template.triggers)) {
            if (this.template.makes(name, this.values) && !(trigger === 'PreSignUp' && preSignUp === 'keep')) {
                triggers[trigger[0].toLowerCase() + trigger.slice(1)] = stack.formatArn({
                    service: 'lambda', resource: 'function', resourceName: `${this.name}-${name}:live`,
                    arnFormat: ArnFormat.COLON_RESOURCE_NAME,
                });
            }
        }
        // At synthesis, because the app may add triggers after this.
        pool.lambdaConfig = Lazy.uncachedAny({ produce: context => ({ ...context.resolve(before), ...triggers }) });
        const others = (): object => stack.resolve(before) ?? {};
        this.node.addValidation({
            validate: () => Object.keys(triggers)
                .filter(trigger => !(trigger === 'preSignUp' && preSignUp === 'replace'))
                .filter(trigger => trigger in others() || `${trigger}Config` in others())
                .map(trigger => `${pool.node.path} has another function in its trigger ${trigger}`),
        });
        const aliases: string[] = stack.resolve(pool.aliasAttributes) ?? [];
        if (aliases.includes('email') && this.values.ConfirmSignUp !== 'code') {
            throw new Error("An address is an alias in this pool only once it is proven: set confirmSignUp to 'code'");
        }
    }

    /** Changes with every value, zip and template, so that the functions' alias follows. */
    private revision(): string {
        return Lazy.uncachedString({
            produce: context => {
                const values: Values = context.resolve(this.values);
                const all = Object.keys(values).sort().map(name => [name, values[name]]);
                const text = JSON.stringify([all, this.template.text]);
                return createHash('sha256').update(text).digest('hex').slice(0, 12);
            },
        });
    }
}

/** The resource of a construct that this app defines. */
function resource<R extends CfnResource>(construct: IConstruct, type: string): R {
    const found = CfnResource.isCfnResource(construct) ? construct : construct.node.defaultChild;
    if (!found || !CfnResource.isCfnResource(found) || found.cfnResourceType !== type) {
        throw new Error(`${construct.node.path} is not defined in this app: its owner has to attach the functions`);
    }
    return found as R;
}

/** A new address takes effect only after a code has proven it. Otherwise a stolen session could take the account. */
function requireProvenAddress(pool: CfnUserPool): void {
    const stack = Stack.of(pool);
    pool.autoVerifiedAttributes = withEmail(stack.resolve(pool.autoVerifiedAttributes));
    pool.userAttributeUpdateSettings = {
        attributesRequireVerificationBeforeUpdate: withEmail(
            stack.resolve(pool.userAttributeUpdateSettings)?.attributesRequireVerificationBeforeUpdate),
    };
}

function withEmail(attributes: string[] = []): string[] {
    return [...new Set([...attributes, 'email'])];
}

function allowFlows(client: CfnUserPoolClient, only: boolean): void {
    const stack = Stack.of(client);
    // What Cognito allows a client that names no flow.
    const before: string[] = stack.resolve(client.explicitAuthFlows) ?? ['ALLOW_USER_SRP_AUTH', REFRESH];
    // Clients that rotate refresh tokens refresh in another way, and Cognito refuses the flow then.
    const rotates = stack.resolve(client.refreshTokenRotation)?.feature === 'ENABLED';
    const wanted = [...(only ? [] : before), CUSTOM, REFRESH].filter(flow => flow !== REFRESH || !rotates);
    client.explicitAuthFlows = [...new Set(wanted)];
    if (only) {
        // The hosted pages, which constructs of CDK allow unless told otherwise.
        client.allowedOAuthFlowsUserPoolClient = false;
        client.allowedOAuthFlows = client.allowedOAuthScopes = undefined;
    }
    client.preventUserExistenceErrors = 'ENABLED';
    client.authSessionValidity = Math.max(SESSION_MINUTES, stack.resolve(client.authSessionValidity) ?? 0);
    client.enableTokenRevocation = true;
}
