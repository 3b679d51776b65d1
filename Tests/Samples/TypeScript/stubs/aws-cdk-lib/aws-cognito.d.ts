// From the reference of aws-cdk-lib 2, class CfnUserPool and class CfnUserPoolClient. Only what the example uses.

export class CfnResource { addPropertyOverride(path: string, value: unknown): void }

export class CfnUserPool extends CfnResource {
    readonly attrArn: string;
    autoVerifiedAttributes?: string[];
    userAttributeUpdateSettings?: { readonly attributesRequireVerificationBeforeUpdate: string[] };
    accountRecoverySetting?: { readonly recoveryMechanisms?: { readonly name?: string; readonly priority?: number }[] };
}

export class CfnUserPoolClient extends CfnResource {
    explicitAuthFlows?: string[];
    preventUserExistenceErrors?: string;
    authSessionValidity?: number;
    enableTokenRevocation?: boolean;
    writeAttributes?: string[];
}
