import { readFileSync } from 'fs';
import { Fn, Token } from 'aws-cdk-lib/core';

/** The value of each parameter that is given, by the parameter's name in the template. */
export type Values = Record<string, string>;
type Given = string | number | boolean | string[] | undefined;

interface Parameter {
    readonly Default?: string | number;
    readonly AllowedValues?: (string | number)[];
    readonly AllowedPattern?: string;
    readonly MinValue?: number;
    readonly MaxValue?: number;
    readonly MaxLength?: number;
}

/** The template of the nested stack. It says which properties there are, so that a mistake is found at synthesis. */
export class Template {
    readonly text: string;
    private readonly content: any;

    constructor(readonly path: string) {
        this.text = readFileSync(path, 'utf8');
        this.content = JSON.parse(this.text);
    }

    get functions(): string[] {
        const resources = Object.entries<any>(this.content.Resources);
        return resources.filter(([, one]) => one.Type === 'AWS::Lambda::Function').map(([name]) => name);
    }

    /** The function for each trigger of a pool. */
    get triggers(): Record<string, string> {
        return this.content.Metadata.Triggers;
    }

    /** Whether the values make a resource. */
    makes(resource: string, values: Values): boolean {
        return this.holds(this.content.Resources[resource], values);
    }

    hasOutput(name: string, values: Values): boolean {
        return name in this.content.Outputs && this.holds(this.content.Outputs[name], values);
    }

    /** The values of properties. Throws if one does not exist, is not allowed, or is one-way and not `forGood`. */
    values(properties: Record<string, Given>, forGood: string[]): Values {
        const values: Values = {};
        for (const [property, given] of Object.entries(properties)) {
            if (given === undefined) continue;
            const name = property[0].toUpperCase() + property.slice(1);
            const parameter: Parameter | undefined = this.content.Parameters[name];
            if (!parameter) throw new Error(`There is no property ${property}`);
            if (this.content.Metadata.OneWay.includes(name) && !forGood.includes(property)) {
                throw new Error(`${property} is for good: name it in forGood too`);
            }
            values[name] = Array.isArray(given)
                ? (Token.isUnresolved(given) ? Fn.join(',', given) : given.join(','))
                : Token.isUnresolved(given) ? Token.asString(given) : String(given);
            if (!allows(parameter, values[name])) throw new Error(`${property} cannot be ${JSON.stringify(given)}`);
        }
        return values;
    }

    /** The rules of the template that the values break. */
    problems(values: Values): string[] {
        return Object.values<any>(this.content.Rules)
            .filter(rule => this.evaluate(rule.RuleCondition, values))
            .flatMap(rule => rule.Assertions.filter((one: any) => !this.evaluate(one.Assert, values)))
            .map(one => one.AssertDescription);
    }

    private holds(part: { Condition?: string }, values: Values): boolean {
        return part.Condition === undefined || this.evaluate({ Condition: part.Condition }, values);
    }

    /** What a rule or a condition comes to. Those that are asked for have no other functions. */
    private evaluate(node: any, values: Values): any {
        if (typeof node !== 'object') return node;
        const part = (inner: any) => this.evaluate(inner, values);
        const [[name, given]] = Object.entries<any>(node);
        switch (name) {
            case 'Ref': return values[given] ?? String(this.content.Parameters[given].Default);
            case 'Condition': return part(this.content.Conditions[given]);
            case 'Fn::Equals': return part(given[0]) === part(given[1]);
            case 'Fn::Not': return !part(given[0]);
            case 'Fn::And': return given.every(part);
            case 'Fn::Or': return given.some(part);
        }
        throw new Error(`${name} is not evaluated here`);
    }
}

/** Whether a parameter takes a value, as far as that is known before the deployment. */
function allows(parameter: Parameter, value: string): boolean {
    if (Token.isUnresolved(value)) return true;
    const { AllowedValues, AllowedPattern, MinValue = -Infinity, MaxValue = Infinity, MaxLength = Infinity } = parameter;
    return (!AllowedValues || AllowedValues.map(String).includes(value))
        && (!AllowedPattern || new RegExp(AllowedPattern).test(value))
        && (MinValue === -Infinity || (Number(value) >= MinValue && Number(value) <= MaxValue))
        && value.length <= MaxLength;
}
