// From the reference of aws-cdk-lib 2, class CfnPermission. Only what the example uses.

import type { CfnResource } from './aws-cognito';

export class CfnPermission {
    constructor(scope: CfnResource, id: string, props: {
        readonly functionName: string;
        readonly action: string;
        readonly principal: string;
        readonly sourceArn?: string;
    });
}
