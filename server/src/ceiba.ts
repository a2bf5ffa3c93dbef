import { runCheckCommand } from './invariants/check-command.ts';
import { createHttpBankLedger } from './invariants/http-bank-ledger.ts';
import { migrateAll } from './migrate-all.ts';
import { cardBinUsage, runCardBinCommand } from './payments/card-bin-command.ts';
import { readConfig } from './platform/config.ts';
import { type Database, openDatabase } from './platform/database.ts';
import { policyUsage, runPolicyCommand } from './policies/policy-command.ts';
import { openShopDatabase, type Role, startShop } from './start-shop.ts';
import { welcome } from './welcome.ts';

const usage = `ceiba start     web and worker in one process (what npm start runs)
ceiba web       web process only
ceiba worker    jobs only
ceiba migrate   brings the database up to date
ceiba check     looks for what must never be (stock, charges, coupons, money); exits 1 with findings
${policyUsage}${cardBinUsage}`;

const say = (text: string): void => {
  process.stdout.write(`${text}\n`);
};

/** Requests in hand end far earlier; what takes longer waits for a database that is away. Milliseconds. */
const longestStop = 20_000;

/** Runs until SIGINT or SIGTERM; a second signal, or `longestStop`, does not wait for what is in hand any longer. */
const serve = async (role: Role): Promise<void> => {
  const config = readConfig(process.env);
  const shop = await startShop(config, role, say);
  if (role !== 'worker') say(welcome(shop.url, config));
  let isStopping = false;
  const stop = (): void => {
    if (isStopping) process.exit(1);
    isStopping = true;
    setTimeout(() => {
      say(`Not everything could be closed within ${longestStop / 1000} s: stopped all the same.`);
      process.exit(1);
    }, longestStop).unref();
    shop.close().then(
      () => process.exit(0),
      (error: Error) => {
        say(`Stopped with an error: ${error.message}`);
        process.exit(1);
      },
    );
  };
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
};

const migrateOnly = async (): Promise<void> => {
  const config = readConfig(process.env);
  const database = await openShopDatabase(config, say);
  const db = openDatabase({ url: database.url });
  const names = await migrateAll(db, database.url);
  say(names.length === 0 ? 'The database is up to date.' : names.map((name) => `applied ${name}`).join('\n'));
  await db.close();
  await database.stop();
};

const check = async (): Promise<void> => {
  const config = readConfig(process.env);
  const database = await openShopDatabase(config, say);
  const db = openDatabase({ url: database.url });
  const url = config.bankUrl ?? `http://127.0.0.1:${config.bankPort}`;
  const bank = createHttpBankLedger({ url, merchantKey: config.bankKey });
  try {
    if (!(await runCheckCommand({ db, bank, now: new Date(), say }))) process.exitCode = 1;
  } finally {
    await db.close();
    await database.stop();
  }
};

/** Ends with 1 when `work` answers false: then nothing was changed. */
const withDatabase = async (work: (db: Database) => Promise<boolean>): Promise<void> => {
  const database = await openShopDatabase(readConfig(process.env), say);
  const db = openDatabase({ url: database.url });
  try {
    if (!(await work(db))) process.exitCode = 1;
  } finally {
    await db.close();
    await database.stop();
  }
};

const args = process.argv.slice(3);

const commands: Record<string, () => Promise<void>> = {
  start: () => serve('all'),
  web: () => serve('web'),
  worker: () => serve('worker'),
  migrate: migrateOnly,
  check,
  policy: () => withDatabase((db) => runPolicyCommand({ db, args, now: new Date(), say })),
  'card-bin': () => withDatabase((db) => runCardBinCommand({ db, args, say })),
};

const command = commands[process.argv[2] ?? ''];
if (command === undefined) {
  say(usage);
  process.exitCode = 2;
} else {
  command().catch((error: Error) => {
    say(`${error.message}${error.cause instanceof Error ? `\n${error.cause.message}` : ''}`);
    process.exit(1);
  });
}
