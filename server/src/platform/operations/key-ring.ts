import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';

/** Encrypts secrets in the database (OPS-12), such as the secrets of webhooks. The keys are those of `SECRETS_KEY`. The first key encrypts. */
export interface KeyRing {
  /**
   * Encrypts a secret for storage. `place`: the place at which the secret is stored. The place is needed to open the secret, so a
   * secret that was moved to another row cannot be opened.
   * @throws if no key is set
   */
  sealSecret(secret: string, place: string): string;
  /**
   * Opens a sealed secret.
   * @throws if the ring lacks its key, or if the secret was changed or moved
   */
  openSecret(sealed: string, place: string): string;
  /** Returns whether the first key sealed the secret. If not, `ceiba secrets rotate` seals it again. */
  isCurrent(sealed: string): boolean;
}

const version = 'v1';
const ivBytes = 12;
const tagBytes = 16;

/** Returns the ID of a key, which sealed secrets contain. The ID reveals nothing about the key. */
const idOf = (key: Buffer): string =>
  createHash('sha256')
    .update(`ceiba key ${key.toString('hex')}`)
    .digest('hex')
    .slice(0, 12);

/** `keys`: 32 bytes each. */
export const createKeyRing = (keys: readonly Buffer[]): KeyRing => {
  const byId = new Map(keys.map((key) => [idOf(key), key]));
  const [first] = byId;
  return {
    sealSecret: (secret, place) => {
      if (first === undefined)
        throw new Error('SECRETS_KEY is not set: `openssl rand -base64 32` makes one (docs/operations.md)');
      const [id, key] = first;
      const iv = randomBytes(ivBytes);
      const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(place));
      const sealed = Buffer.concat([iv, cipher.update(secret, 'utf8'), cipher.final(), cipher.getAuthTag()]);
      return `${version}.${id}.${sealed.toString('base64url')}`;
    },
    openSecret: (text, place) => {
      const [kind, id = '', body = ''] = text.split('.');
      const key = byId.get(id);
      if (kind !== version || key === undefined)
        throw new Error(`SECRETS_KEY lacks the key ${id} that ${place} was sealed with`);
      const sealed = Buffer.from(body, 'base64url');
      const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, ivBytes))
        .setAAD(Buffer.from(place))
        .setAuthTag(sealed.subarray(-tagBytes));
      return Buffer.concat([decipher.update(sealed.subarray(ivBytes, -tagBytes)), decipher.final()]).toString('utf8');
    },
    isCurrent: (sealed) => sealed.split('.')[1] === first?.[0],
  };
};
