import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { buildApp, type LogTarget } from './app.ts';
import type { Delays } from './bank.ts';
import { openDemoCards } from './payments/demo-cards.ts';
import { openDatabase } from './platform/database.ts';
import { openLine } from './platform/line.ts';
import { openFingerprint } from './platform/secret.ts';
import { openDemoAccounts } from './points/members.ts';

/** The merchant key of a shop without configuration. */
export const defaultMerchantKey = 'sandbox-merchant';

export interface SandboxBankOptions {
  /** 0 = any free port. */
  readonly port: number;
  /** The folder of the ledger. Created if missing. */
  readonly dataDir: string;
  readonly merchantKey?: string;
  readonly host?: string;
  readonly now?: () => Date;
  /** Milliseconds of the slow test cards. By default the documented times. */
  readonly delays?: Partial<Delays>;
  /** Standard output by default. */
  readonly log?: LogTarget;
}

export interface SandboxBank {
  /** The address, without a slash at the end. */
  readonly url: string;
  /** Finishes the calls in progress, drops the others, and closes the ledger. */
  readonly close: () => Promise<void>;
}

const documentedDelays: Delays = { slow: 3_000, verySlow: 8_000, late: 12_000 };

/** Opens the ledger and listens. After a restart with the same folder, the bank has all its charges, cards and reservations. */
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
 * Creates the bank's folder for its owner only. A recursive mkdir would give this mode to all new folders, so the
 * parent folders are created first, because they may contain other data.
 */
function makeDataFolder(dataDir: string): void {
  mkdirSync(dirname(dataDir), { recursive: true });
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
}
