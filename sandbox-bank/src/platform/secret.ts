import { createHmac, randomBytes, randomUUID } from 'node:crypto';
import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** @returns a keyed fingerprint (hex) of the values: equal values, equal fingerprint; nothing can be read back. */
export type Fingerprint = (purpose: string, values: readonly unknown[]) => string;

/**
 * The key lies in its own file, beside the ledger and not in it: a card number has so few unknown digits behind its
 * mask that a fingerprint whose key is known could be undone by trying them all.
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
    // A link appears whole or not at all, and never replaces the key of an earlier start.
    linkSync(draft, path);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  } finally {
    rmSync(draft);
  }
  return readFileSync(path);
}
