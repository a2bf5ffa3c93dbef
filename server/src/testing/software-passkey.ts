import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';

const sha256 = (data: string | Buffer): Buffer => createHash('sha256').update(data).digest();

/** Encodes a byte string of less than 64 kB in CBOR. */
const cborBytes = (data: Buffer): Buffer =>
  Buffer.concat([data.length < 256 ? Buffer.from([0x58, data.length]) : cborLong(data.length), data]);

const cborLong = (length: number): Buffer => Buffer.from([0x59, length >> 8, length & 0xff]);

const cborText = (text: string): Buffer => Buffer.concat([Buffer.from([0x60 + text.length]), Buffer.from(text)]);

/** Differences of a device from a correct device. */
export interface Deviations {
  origin?: string;
  rpId?: string;
  /** WebAuthn flags: the user is present (1) and verified (4). */
  flags?: number;
  counter?: number;
  userHandle?: string;
}

/** A software authenticator: ES256, no attestation, counts its signatures from 1. */
export class SoftwarePasskey {
  readonly id = randomBytes(20);
  readonly #keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  #counter = 0;
  #userHandle = '';

  #clientData(type: string, challenge: string, origin: string): Buffer {
    return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  }

  #authData({ rpId, flags, counter }: { rpId: string; flags: number; counter: number }): Buffer {
    const tail = Buffer.alloc(5);
    tail.writeUInt8(flags);
    tail.writeUInt32BE(counter, 1);
    return Buffer.concat([sha256(rpId), tail]);
  }

  #coseKey(): Buffer {
    const { x = '', y = '' } = this.#keys.publicKey.export({ format: 'jwk' });
    const [px, py] = [Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')];
    // {1: 2 (EC2), 3: -7 (ES256), -1: 1 (P-256), -2: x, -3: y}
    const head = Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21]);
    return Buffer.concat([head, cborBytes(px), Buffer.from([0x22]), cborBytes(py)]);
  }

  /** Creates the credential from the options of `startPasskey`. */
  create(options: { challenge: string; rp: { id: string }; user: { id: string } }, lies: Deviations = {}) {
    this.#userHandle = options.user.id;
    const { origin = 'http://localhost:3000', rpId = options.rp.id, flags = 0x45, counter = 0 } = lies;
    const idLength = Buffer.from([0, this.id.length]);
    const made = Buffer.concat([Buffer.alloc(16), idLength, this.id, this.#coseKey()]);
    const authData = Buffer.concat([this.#authData({ rpId, flags, counter }), made]);
    const parts = [cborText('fmt'), cborText('none'), cborText('attStmt'), Buffer.from([0xa0]), cborText('authData')];
    const attestation = Buffer.concat([Buffer.from([0xa3]), ...parts, cborBytes(authData)]);
    return {
      id: this.id.toString('base64url'),
      clientDataJSON: this.#clientData('webauthn.create', options.challenge, origin).toString('base64url'),
      attestationObject: attestation.toString('base64url'),
    };
  }

  /** Signs the options of `startPasskeyLogin`. */
  use(options: { challenge: string; rpId: string }, lies: Deviations = {}) {
    this.#counter += 1;
    const { origin = 'http://localhost:3000', rpId = options.rpId, flags = 0x05, counter = this.#counter } = lies;
    const clientData = this.#clientData('webauthn.get', options.challenge, origin);
    const authData = this.#authData({ rpId, flags, counter });
    return {
      id: this.id.toString('base64url'),
      clientDataJSON: clientData.toString('base64url'),
      authenticatorData: authData.toString('base64url'),
      signature: sign('sha256', Buffer.concat([authData, sha256(clientData)]), this.#keys.privateKey).toString(
        'base64url',
      ),
      userHandle: lies.userHandle ?? this.#userHandle,
    };
  }
}
