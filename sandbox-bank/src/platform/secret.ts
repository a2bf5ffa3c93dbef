import { createHmac, randomBytes, randomUUID } from 'node:crypto';
import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** @returns a keyed fingerprint (hex) of the values: equal values give equal fingerprints, and the values cannot be recovered. */
export type Fingerprint = (purpose: string, values: readonly unknown[]) => string;

/**
 * The key is in a separate file next to the ledger. A masked card number has few unknown digits. A person with the key
 * could therefore try all of them and recover the number from its fingerprint.
 */
export function openFingerprint(dataDir: string): Fingerprint {
  const key = readOrCreateKey(dataDir);
  return (purpose, values) =>
    createHmac('sha256', key)
      .update(JSON.stringify([purpose, ...values]))
      .digest('hex');
}

function readOrCreateKey(dataDir: string): Buffer {
  const path = join(dataDir, 'fingerprint.key');
  const draft = join(dataDir, `fingerprint.${randomUUID()}.draft`);
  writeFileSync(draft, randomBytes(32), { mode: 0o600, flush: true });
  try {
    // A link appears completely or not at all, and never replaces the key of an earlier start.
    linkSync(draft, path);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  } finally {
    rmSync(draft);
  }
  return readFileSync(path);
}
