import { legalPages } from '@ceiba/domain/content/legal-pages';
import { findDrillLeftovers, findLastRuns } from '../backups/backups.store.ts';
import type { Database } from '../platform/db/database.ts';
import { missingMigrations, refuseFormerDatabase } from '../platform/db/migrate.ts';
import { isPooledByTransaction, pooledText } from '../platform/db/pooler.ts';
import { faultOfTools, findPostgresTools } from '../platform/db/postgres-tools.ts';
import { createSealedSecrets } from '../platform/db/sealed-secrets.store.ts';
import type { Config } from '../platform/operations/config.ts';
import { createKeyRing } from '../platform/operations/key-ring.ts';
import { getPolicy } from '../policies/policies.store.ts';
import { broken, type Diagnosis, look, sound } from './diagnosis.ts';
import {
  readContents,
  readOldestAudit,
  readServer,
  readShop,
  type ServerFacts,
  type ShopFacts,
} from './doctor.store.ts';
import { judgeContents } from './judge-contents.ts';

/** What the shop is tried with; older ones lack what its statements use. */
const oldestVersion = 150_000;

/** Web and worker in one process: see the table in docs/operations.md, "Many machines". */
const ownConnections = 14;

/** Reservations and sessions end by the database's clock and are told by ours. */
const longestClockDifferenceMs = 2_000;

const judgeVersion = ({ version, encoding }: ServerFacts): Diagnosis => {
  const name = `PostgreSQL ${Math.floor(version / 10_000)}.${version % 10_000}`;
  if (version < oldestVersion) return broken('database', `${name} is too old: 15 or newer.`);
  return encoding === 'UTF8' ? sound('database', name) : broken('database', `holds ${encoding}. Make it with UTF8.`);
};

const judgeDurability = ({ fsync, synchronousCommit }: ServerFacts): Diagnosis => {
  if (fsync !== 'on') return broken('fsync', 'is off: orders that were confirmed can be lost. Set it on.');
  return synchronousCommit === 'off'
    ? broken('synchronous_commit', 'is off: confirmed orders can be lost, and pages show what was before. Set it on.')
    : sound('durability', `fsync on, synchronous_commit ${synchronousCommit}`);
};

/** A replica that shoppers read has what was committed before: else a page that was purged is made anew of what was (record 0067). */
const judgeReplica = ({ synchronousCommit, synchronousStandbys }: ServerFacts, config: Config): Diagnosis[] => {
  if (config.databaseReplicaUrl === undefined) return [];
  const isWaitedFor = synchronousCommit === 'remote_apply' && synchronousStandbys !== '';
  return [
    isWaitedFor
      ? sound('replica', 'commits wait until it shows them')
      : broken(
          'replica',
          'would show old prices: set synchronous_commit = remote_apply and synchronous_standby_names.',
        ),
  ];
};

const judgeConnections = ({ maxConnections }: ServerFacts, { databaseConnections }: Config): Diagnosis => {
  const wanted = databaseConnections + ownConnections;
  return wanted > maxConnections
    ? broken(
        'connections',
        `one process wants up to ${wanted}, the server gives ${maxConnections}. Raise max_connections.`,
      )
    : sound('connections', `one process wants up to ${wanted} of ${maxConnections}`);
};

const judgeClock = ({ clockMs }: ServerFacts, now: Date): Diagnosis => {
  const difference = Math.round(Math.abs(now.getTime() - clockMs));
  return difference > longestClockDifferenceMs
    ? look('clocks', `the database’s and this machine’s differ by ${Math.round(difference / 1000)} s. Use NTP on both.`)
    : sound('clocks', 'the database’s and this machine’s agree');
};

/** The server itself, as it stands in DATABASE_URL. */
export const judgeServer = (facts: ServerFacts, config: Config, now: Date): Diagnosis[] => [
  judgeVersion(facts),
  ...(facts.isStandby ? [broken('DATABASE_URL', 'is a standby, which takes no orders. Set the primary’s.')] : []),
  ...(facts.mayCreate ? [] : [broken('database', 'this user may not create in it, as migrations must. Own it.')]),
  judgeDurability(facts),
  ...judgeReplica(facts, config),
  judgeConnections(facts, config),
  judgeClock(facts, now),
];

/** What is in it. */
export const judgeShop = (facts: ShopFacts, { isDemo }: Config): Diagnosis[] => [
  facts.products === 0
    ? look('catalogue', 'has no published product')
    : sound('catalogue', `${facts.products} products`),
  facts.stores === 0 ? look('stores', 'there are none: nobody can pick up') : sound('stores', String(facts.stores)),
  facts.missingPages.length === 0
    ? sound('legal texts', 'are there')
    : look('legal texts', `${facts.missingPages.join(' and ')} lead nowhere: see "Legal texts" in docs/operations.md`),
  facts.workers === 0
    ? look('worker', 'none has said within a minute that it lives: no mail leaves. Start `ceiba worker` (or `start`).')
    : sound('worker', `${facts.workers} at work`),
  ...(facts.demoAccounts > 0 && !isDemo
    ? [
        broken(
          'accounts',
          `${facts.demoAccounts} are the demo shop’s, whose password everybody knows. Use an empty database.`,
        ),
      ]
    : []),
  facts.findings > 0
    ? broken('guard', `${facts.findings} of its rules are broken: \`ceiba check\` says where.`)
    : sound('guard', 'found nothing when it looked last'),
];

const days = (since: Date, now: Date): number => Math.floor((now.getTime() - since.getTime()) / 86_400_000);

/** Whether the shop is copied, and could be (OPS-05, OPS-07). */
const judgeBackups = async (
  db: Database,
  { backup, pgBin }: Config,
  version: number,
  now: Date,
): Promise<Diagnosis[]> => {
  if (backup === undefined)
    return [look('BACKUP_TO', 'is not set: the shop makes no copies of itself. See "Backups" in docs/operations.md')];
  const fault = faultOfTools(await findPostgresTools(pgBin), version);
  if (fault !== undefined) return [broken('backups', `${fault}.`)];
  const last = await findLastRuns(db.write);
  const made = last.backup === undefined ? 'none yet: `ceiba backup` makes one' : `${days(last.backup, now)} days old`;
  const tried = last.drill === undefined ? 'never tried: `ceiba drill`' : `tried ${days(last.drill, now)} days ago`;
  const isSound =
    last.backup !== undefined && last.drill !== undefined && days(last.backup, now) < 2 && days(last.drill, now) <= 35;
  return [(isSound ? sound : look)('backups', `the last copy is ${made}; ${tried}`)];
};

/** Copies of all customers that drills have left where they were interrupted. */
const judgeDrills = async (db: Database): Promise<Diagnosis[]> =>
  (await findDrillLeftovers(db.write)).map((name) =>
    look('drills', `${name} is what an interrupted one left: the next drops it, or \`drop database ${name}\``),
  );

const judgeKeys = async (db: Database, { secretsKeys }: Config): Promise<Diagnosis[]> => {
  const { unknown, older } = await createSealedSecrets(createKeyRing(secretsKeys)).judge(db.write);
  if (unknown > 0) return [broken('SECRETS_KEY', `lacks the key of ${unknown} secrets that the database keeps.`)];
  return older > 0 ? [look('SECRETS_KEY', `${older} secrets wait for \`ceiba secrets rotate\``)] : [];
};

/** Whole years of the audit are kept for five (OFF-11), and go by hand. Guatemala is six hours behind UTC all year. */
const judgeAudit = async (db: Database, now: Date): Promise<Diagnosis[]> => {
  const firstKept = new Date(now.getTime() - 6 * 3_600_000).getUTCFullYear() - 5;
  const [oldest] = await readOldestAudit(db.write, []);
  const year = oldest?.year ?? firstKept;
  return year < firstKept
    ? [look('audit', `has rows of ${year}: \`ceiba audit prune\` drops years before ${firstKept}`)]
    : [];
};

/** The policy, and what is judged by it. */
const judgePolicy = async (db: Database): Promise<Diagnosis[]> => {
  const policy = await getPolicy(db.write).catch((error: Error) => error);
  if (policy instanceof Error) return [broken('policy', policy.message)];
  const [contents] = await readContents(db.write, []);
  return [sound('policy', 'can be used'), ...(contents === undefined ? [] : judgeContents(contents, policy))];
};

/** A name may stand for several addresses, each of which fails for a reason of its own. */
const reasonOf = (error: unknown): string => {
  if (error instanceof AggregateError) return [...new Set(error.errors.map(reasonOf))].join(', ');
  return error instanceof Error ? error.message : String(error);
};

/** Asks the database; nothing is changed, a database that was never migrated stays so. */
export const judgeDatabase = async (db: Database, config: Config, now: () => Date): Promise<Diagnosis[]> => {
  const server = await readServer(db.write, []).then(([facts]) => facts ?? 'nothing', reasonOf);
  if (typeof server === 'string') return [broken('database', `does not answer: ${server}. See DATABASE_URL.`)];
  const isPooled = config.databaseUrl !== undefined && (await isPooledByTransaction(config.databaseUrl));
  const found = [...(isPooled ? [broken('DATABASE_URL', pooledText)] : []), ...judgeServer(server, config, now())];
  const former = await refuseFormerDatabase(db.pool).then(() => undefined, reasonOf);
  if (former !== undefined) return [...found, broken('migrations', former)];
  const missing = await missingMigrations(db.pool);
  if (missing.length > 0) {
    return [
      ...found,
      look('migrations', `${missing.length} are still to be applied: \`ceiba migrate\` does it, as every start.`),
    ];
  }
  const [shop] = await readShop(db.write, [Object.values(legalPages).map(({ path }) => path)]);
  return [
    ...found,
    sound('migrations', 'all are applied'),
    ...(await judgePolicy(db)),
    ...(shop === undefined ? [] : judgeShop(shop, config)),
    ...(await judgeBackups(db, config, server.version, now())),
    ...(await judgeDrills(db)),
    ...(await judgeAudit(db, now())),
    ...(await judgeKeys(db, config)),
  ];
};
