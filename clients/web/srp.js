// Proves a password without sending it: the client's side of SRP-6a (RFC 5054) in Cognito's variant. cognito.js loads
// this file for a sign-in that starts with the password.

/** The prime of group 15 (RFC 3526 section 4). */
const prime = BigInt('0x' +
    'ffffffffffffffffc90fdaa22168c234c4c6628b80dc1cd129024e088a67cc74020bbea63b139b22514a08798e3404dd' +
    'ef9519b3cd3a431b302b0a6df25f14374fe1356d6d51c245e485b576625e7ec6f44c42e9a637ed6b0bff5cb6f406b7ed' +
    'ee386bfb5a899fa5ae9f24117c4b1fe649286651ece45b3dc2007cb8a163bf0598da48361c55d39a69163fa8fd24cf5f' +
    '83655d23dca3ad961c62f356208552bb9ed529077096966d670c354e4abc9804f1746c08ca18217c32905e462e36ce3b' +
    'e39e772c180e86039b2783a2ec07a28fb5c55df06f4c52c9de2bcbf6955817183995497cea956ae515d2261898fa0510' +
    '15728e5a8aaac42dad33170d04507a33a85521abdf1cba64ecfb850458dbef0a8aea71575d060c7db3970f85a6e1e4c7' +
    'abf5ae8cdb0933d71e8c94e04a25619dcee3d2261ad2ee6bf12ffa06d98a0864d87602733ec86a64521f2b18177b200c' +
    'bbe117577a615d6c770988c0bad946e208e24fa074e5ab3143db5bfce0fd108e4b82d120a93ad2caffffffffffffffff');
const generator = 2n;

export class PasswordProof {
    constructor(password, userPoolId) {
        this.password = password;
        this.poolName = userPoolId.split('_')[1];
        this.secret = number(crypto.getRandomValues(new Uint8Array(128)));
        this.publicValue = power(generator, this.secret);
    }

    /** The parameters that start a sign-in. */
    get start() {
        return { CHALLENGE_NAME: 'SRP_A', SRP_A: this.publicValue.toString(16) };
    }

    /** The answer to PASSWORD_VERIFIER. */
    async answer({ SALT, SRP_B, SECRET_BLOCK, USER_ID_FOR_SRP: user }) {
        const serverValue = BigInt(`0x${SRP_B}`);
        const scrambler = number(await hash(bytes(this.publicValue), bytes(serverValue)));
        if (serverValue % prime === 0n || scrambler === 0n) throw new Error('the server sent insecure SRP values');
        const inner = await hash(text(`${this.poolName}${user}:${this.password}`));
        const password = number(await hash(bytes(BigInt(`0x${SALT}`)), inner));
        const multiplier = number(await hash(bytes(prime), [2]));
        const base = (serverValue + (prime - multiplier % prime) * power(generator, password)) % prime;
        const shared = power(base, this.secret + scrambler * password);
        const extracted = await authenticate(bytes(scrambler), bytes(shared));
        const key = (await authenticate(extracted, text('Caldera Derived Key'), [1])).slice(0, 16);
        const block = Uint8Array.from(atob(SECRET_BLOCK), (character) => character.charCodeAt(0));
        const time = timestamp();
        const signature = await authenticate(key, text(this.poolName + user), block, text(time));
        return {
            PASSWORD_CLAIM_SECRET_BLOCK: SECRET_BLOCK,
            PASSWORD_CLAIM_SIGNATURE: btoa(String.fromCharCode(...signature)),
            TIMESTAMP: time,
        };
    }
}

function power(base, exponent) {
    let result = 1n;
    for (let square = base % prime; exponent > 0n; exponent >>= 1n) {
        if (exponent & 1n) result = result * square % prime;
        square = square * square % prime;
    }
    return result;
}

function number(content) {
    return BigInt(`0x${Array.from(content, (byte) => byte.toString(16).padStart(2, '0')).join('')}`);
}

/** A number as bytes for the hash. A zero byte comes first if the first bit would otherwise look like a sign. */
function bytes(value) {
    const digits = value.toString(16);
    const even = digits.length % 2 === 0 ? digits : `0${digits}`;
    const signed = even[0] >= '8' ? `00${even}` : even;
    return Uint8Array.from(signed.match(/../g), (byte) => parseInt(byte, 16));
}

async function hash(...parts) {
    return new Uint8Array(await crypto.subtle.digest('SHA-256', joined(parts)));
}

/** The current time in the form `Sat Nov 7 08:06:49 UTC 2026`: in English, with no leading zero in the day. */
function timestamp() {
    const [, day, date, month, year, time] = /^(\w+), (\d+) (\w+) (\d+) (\S+)/.exec(new Date().toUTCString());
    return `${day} ${month} ${Number(date)} ${time} UTC ${year}`;
}

/** HMAC-SHA-256 (RFC 2104) of the parts in a row. */
export async function authenticate(key, ...parts) {
    const algorithm = { name: 'HMAC', hash: 'SHA-256' };
    const imported = await crypto.subtle.importKey('raw', key, algorithm, false, ['sign']);
    return new Uint8Array(await crypto.subtle.sign('HMAC', imported, joined(parts)));
}

export function text(value) {
    return new TextEncoder().encode(value);
}

function joined(parts) {
    return Uint8Array.from(parts.flatMap((part) => [...part]));
}
