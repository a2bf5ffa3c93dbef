import { once } from 'node:events';
import { join } from 'node:path';
import { maintenanceCommand } from './maintenance-command.ts';
import { findAcquirer } from './payments/acquirers.ts';
import { listDueMigrations } from './platform/db/migrate.ts';
import { refusePooled } from './platform/db/pooler.ts';
import { type Command, command } from './platform/operations/command-line.ts';
import { type Config, readConfig, readDatabaseConfig } from './platform/operations/config.ts';
import { assertPortIsFree, createClosers } from './platform/operations/lifecycle.ts';
import { flag } from './platform/operations/typed-words.ts';
import { deleteShopData, migrateAll, refuseMissingDatabase, withShopDatabase } from './shop-database.ts';
import { slices } from './slices.ts';
import { demoStaffSecret } from './staff/demo-code.ts';
import { type Role, startShop } from './start-shop.ts';

const say = (text: string): void => {
  process.stdout.write(`${text}\n`);
};

/** Prints what a visitor of the demo shop can try, then the addresses of the shop, the desk and the mails. */
const welcome = (url: string, config: Config): string => {
  const address = url.replace('127.0.0.1', 'localhost');
  const demo = [
    '',
    '  Demo cards (any future expiry, any name):',
    '    4242 4242 4242 4242   approved, 6 to 48 cuotas, 10% bank discount   CVV 123',
    '    4111 1111 1111 1111   approved, 6 to 48 cuotas                      CVV 123',
    '    5555 5555 5555 4444   approved, 6 to 36 cuotas                      CVV 123',
    '    3782 822463 10005     approved, no cuotas                           CVV 1234',
    '    4000 0000 0000 0002   declined                                      CVV 123',
    '  Demo billing            NIT 576937-K (Comercial La Aurora, S.A.), DPI 1234567890101 (María López)',
    '  Demo shoppers           cliente@ceiba.example, nuevo@, empleado@; password Ceiba2026demo',
    '  Demo staff              duena@ceiba.example, gerencia@, catalogo@, bodega@, soporte@, contabilidad@, cajero@,',
    '                          asesora@, vendedor@; the same password',
    '  Demo code of the staff  npm run ceiba -- staff demo-code, or an app with the secret',
    `                          ${demoStaffSecret}`,
    '',
    `  Mails                   ${address}/demo/correo`,
  ];
  return [
    ...(config.isDemo ? demo : ['']),
    `  API reference           ${address}/docs`,
    `  Desk                    ${address}/admin`,
    `  Ceiba is open: ${address}`,
    '',
  ].join('\n');
};

/** On a terminal, prints one line that counts in place. Elsewhere, prints one line at the end. */
const sayPictures = (stored: number, total: number): void => {
  const line = `Pictures of the demo shop: ${stored} of ${total}`;
  if (process.stdout.isTTY) process.stdout.write(`\r${line}${stored === total ? '\n' : ''}`);
  else if (stored === total) say(line);
};

/**
 * In milliseconds. Requests in progress usually end far earlier, unless they wait for a database that is unreachable.
 */
const longestStop = 20_000;

/** Reads all settings. Throws if a setting is wrong, including the settings of the acquirer. */
export const readShopConfig = (): Config => {
  const config = readConfig(process.env);
  findAcquirer(config);
  return config;
};

/** In development, the bank keeps running while the shop restarts. */
const assertBankCanStart = async ({ sandboxBankPort: port, isDev }: Config): Promise<void> => {
  if (port !== undefined && process.send !== undefined && !isDev)
    await assertPortIsFree('BANK_PORT', port, '127.0.0.1');
};

/** Requests that the parent process (`npm start`) starts the sandbox bank next to the shop, if the settings require it. */
const askForSandboxBank = ({ sandboxBankPort: port, bank, dataDir }: Config): void => {
  if (port === undefined || process.send === undefined) return;
  process.send({ sandboxBank: { port, merchantKey: bank.merchantKey, dataDir: join(dataDir, 'bank') } });
};

/**
 * Runs until SIGTERM or SIGINT, which also end a start in progress. A second SIGINT (an impatient person) or `longestStop` ends
 * the wait for work in progress. A second SIGTERM changes nothing. When a group of processes is stopped, this process gets it
 * directly and from others that forward it.
 */
const serve = async (role: Role, { isFresh }: { isFresh: boolean } = { isFresh: false }): Promise<never> => {
  const config = readShopConfig();
  for (const warning of findAcquirer(config).warnings) say(`⚠ ${warning}`);
  const ending = new AbortController();
  const closers = createClosers(ending.signal);
  // Only the database server would outlive this process if it were not stopped.
  const endNow = (): void => void closers.closeFirst().finally(() => process.exit(1));
  const end = (): void => {
    if (ending.signal.aborted) return;
    ending.abort(new Error('Stopped before the shop was open.'));
    setTimeout(() => {
      say(`Not everything could be closed within ${longestStop / 1000} s. Stopped anyway.`);
      endNow();
    }, longestStop).unref();
  };
  process.on('SIGTERM', end);
  process.on('SIGINT', () => (ending.signal.aborted ? endNow() : end()));
  if (role !== 'worker') await assertPortIsFree('PORT', config.port, config.host);
  if (role === 'all') {
    await assertBankCanStart(config);
    if (isFresh) await deleteShopData(config, say);
    askForSandboxBank(config);
  }
  const shop = await startShop(config, role, { say, signal: ending.signal, closers }).catch((error: unknown) => {
    if (ending.signal.aborted) process.exit(0);
    throw error;
  });
  if (role !== 'worker') say(welcome(shop.url, config));
  if (role !== 'web') void shop.makePictures(sayPictures);
  if (!ending.signal.aborted) await once(ending.signal, 'abort');
  await shop.close();
  return process.exit(0);
};

/** All commands, in the order in which `ceiba --help` prints them. */
export const commands: readonly Command[] = [
  command({
    usage: 'start',
    summary: 'runs web and worker in one process, like npm start; --fresh deletes its data first, except its pictures',
    takes: { fresh: flag },
    run: (_, { fresh }) => serve('all', { isFresh: fresh }),
  }),
  command({ usage: 'web', summary: 'web process only', takes: {}, run: () => serve('web') }),
  command({ usage: 'worker', summary: 'jobs only', takes: {}, run: () => serve('worker') }),
  command({
    usage: 'migrate',
    summary: 'brings the database up to date; --dry-run lists what it would apply',
    canDryRun: true,
    takes: {},
    run: async ({ say, isDryRun }) => {
      const config = readDatabaseConfig(process.env);
      await refuseMissingDatabase(config);
      // A pooler may switch sessions between transactions, but the migration's lock belongs to its session.
      if (config.databaseUrl !== undefined) await refusePooled(config.databaseUrl);
      await withShopDatabase(config, async (db, url) => {
        const names = isDryRun ? await listDueMigrations(db.pool) : await migrateAll(db, url, { isAsked: true });
        const verb = isDryRun ? 'would apply' : 'applied';
        say(names.length === 0 ? 'The database is up to date.' : names.map((name) => `${verb} ${name}`).join('\n'));
      });
      return true;
    },
  }),
  maintenanceCommand,
  ...slices.flatMap(({ commands = [] }) => commands),
];
