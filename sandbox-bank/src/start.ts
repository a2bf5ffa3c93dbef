import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { buildApp, type LogTarget } from './app.ts';
import type { Delays } from './bank.ts';
import { openDemoCards } from './payments/demo-cards.ts';
import { openDatabase } from './platform/database.ts';
import { openLine } from './platform/line.ts';
import { openFingerprint } from './platform/secret.ts';
import { openDemoAccounts } from './points/members.ts';

/** The merchant key of a shop that has configured nothing. */
export const defaultMerchantKey = 'sandbox-merchant';

export interface SandboxBankOptions {
  /** 0 takes a free one. */
  readonly port: number;
  /** Folder of the ledger; created when missing. */
  readonly dataDir: string;
  readonly merchantKey?: string;
  readonly host?: string;
  readonly now?: () => Date;
  /** Milliseconds of the slow test cards; the documented ones by default. */
  readonly delays?: Partial<Delays>;
  /** Standard output by default. */
  readonly log?: LogTarget;
}

export interface SandboxBank {
  /** Without a slash at the end. */
  readonly url: string;
  /** Answers what is being answered, hangs up on the rest, closes the ledger. */
  readonly close: () => Promise<void>;
}

const documentedDelays: Delays = { slow: 3_000, verySlow: 8_000, late: 12_000 };

/** Opens the ledger and listens. A bank started again on the same folder knows every charge, card and hold it answered for. */
export async function startSandboxBank(options: SandboxBankOptions): Promise<SandboxBank> {
  const { port, dataDir, merchantKey = defaultMerchantKey, host = '127.0.0.1', now = () => new Date() } = options;
  makeDataFolder(dataDir);
  const database = openDatabase(dataDir);
  const fingerprint = openFingerprint(dataDir);
  database.transact((tx) => openDemoAccounts(tx, fingerprint, now()));
  database.transact((tx) => openDemoCards(tx, now()));
  const delays = { ...documentedDelays, ...options.delays };
  const bank = { database, fingerprint, line: openLine(), delays, now };
  const app = buildApp(bank, merchantKey, options.log ?? process.stdout);
  app.addHook('onClose', async () => database.close());
  const url = await app.listen({ port, host });
  return { url, close: () => app.close() };
}

/**
 * The bank's folder, for its owner only. The mode of a recursive mkdir goes to every folder it makes, so the folders
 * above are made first: others may live there too.
 */
function makeDataFolder(dataDir: string): void {
  mkdirSync(dirname(dataDir), { recursive: true });
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
}
