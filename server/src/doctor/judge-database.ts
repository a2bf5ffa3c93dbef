import { backupOverdueMs, restoreTestOverdueMs } from '@ceiba/domain/backups/copy-age';
import { legalPages } from '@ceiba/domain/content/legal-pages';
import { demoCardBins } from '@ceiba/domain/payments/demo-card-bins';
import { findArchiving, findDrillLeftovers, findLastRuns } from '../backups/backups.store.ts';
import type { Database } from '../platform/db/database.ts';
import { missingMigrations, refuseFormerDatabase } from '../platform/db/migrate.ts';
import { isPooledByTransaction } from '../platform/db/pooler.ts';
import { faultOfTools, findPostgresTools } from '../platform/db/postgres-tools.ts';
import { findRecovered } from '../platform/db/recovered-database.ts';
import { createSealedSecrets } from '../platform/db/sealed-secrets.store.ts';
import type { Config } from '../platform/operations/config.ts';
import { createKeyRing } from '../platform/operations/key-ring.ts';
import { getPolicy } from '../policies/policies.store.ts';
import { databaseTexts as texts } from './database-texts.ts';
import { broken, type Diagnosis, look, sound } from './diagnosis.ts';
import {
  readContents,
  readOldestAudit,
  readServer,
  readShop,
  readStandards,
  type ServerFacts,
  type ShopFacts,
} from './doctor.store.ts';
import { judgeContents } from './judge-contents.ts';
import { judgeIdentity } from './judge-identity.ts';
import { judgeStandards } from './judge-standards.ts';

/** The oldest version with which the shop is tested. Older versions lack features that its statements use. */
const oldestVersion = 150_000;

/** Connections of web and worker in one process. See the table in docs/operations.md, "Many machines". */
const ownConnections = 14;

/** Reservations and sessions expire by the database's clock, but are shown by the process's clock. */
const longestClockDifferenceMs = 2_000;

const judgeVersion = ({ version, encoding }: ServerFacts): Diagnosis => {
  const name = `PostgreSQL ${Math.floor(version / 10_000)}.${version % 10_000}`;
  if (version < oldestVersion) return broken(texts.old(name));
  return encoding === 'UTF8' ? sound(texts.version(name)) : broken(texts.encoding(encoding));
};

const judgeDurability = ({ fsync, synchronousCommit }: ServerFacts): Diagnosis => {
  if (fsync !== 'on') return broken(texts.fsyncOff());
  return synchronousCommit === 'off' ? broken(texts.commitOff()) : sound(texts.durable(synchronousCommit));
};

/** A replica for shoppers must have all committed data. Otherwise an invalidated page is rebuilt from old data (record 0067). */
const judgeReplica = ({ synchronousCommit, synchronousStandbys }: ServerFacts, config: Config): Diagnosis[] => {
  if (config.databaseReplicaUrl === undefined) return [];
  const isWaitedFor = synchronousCommit === 'remote_apply' && synchronousStandbys !== '';
  return [isWaitedFor ? sound(texts.replicaAwaited()) : broken(texts.replicaStale())];
};

const judgeConnections = ({ maxConnections }: ServerFacts, { databaseConnections }: Config): Diagnosis => {
  const wanted = databaseConnections + ownConnections;
  return wanted > maxConnections
    ? broken(texts.fewConnections(wanted, maxConnections))
    : sound(texts.connections(wanted, maxConnections));
};

const judgeClock = ({ clockMs }: ServerFacts, now: Date): Diagnosis => {
  const difference = Math.round(Math.abs(now.getTime() - clockMs));
  return difference > longestClockDifferenceMs
    ? look(texts.clocksDiffer(Math.round(difference / 1000)))
    : sound(texts.clocks());
};

/** Checks the server of DATABASE_URL. */
export const judgeServer = (facts: ServerFacts, config: Config, now: Date): Diagnosis[] => [
  judgeVersion(facts),
  ...(facts.isStandby ? [broken(texts.standby())] : []),
  ...(facts.mayCreate ? [] : [broken(texts.notOwned())]),
  judgeDurability(facts),
  ...judgeReplica(facts, config),
  judgeConnections(facts, config),
  judgeClock(facts, now),
];

/** Checks the database's contents. */
export const judgeShop = (facts: ShopFacts, { isDemo }: Config): Diagnosis[] => [
  facts.products === 0 ? look(texts.noProducts()) : sound(texts.products(facts.products)),
  facts.stores === 0 ? look(texts.noStores()) : sound(texts.stores(facts.stores)),
  facts.missingPages.length === 0 ? sound(texts.legalTexts()) : look(texts.missingLegalTexts(facts.missingPages)),
  facts.workers === 0 ? look(texts.noWorker()) : sound(texts.workers(facts.workers)),
  ...(facts.demoAccounts > 0 && !isDemo ? [broken(texts.demoAccounts(facts.demoAccounts))] : []),
  facts.findings > 0 ? broken(texts.guardFound(facts.findings)) : sound(texts.guardSound()),
];

const days = (since: Date, now: Date): number => Math.floor((now.getTime() - since.getTime()) / 86_400_000);

/** Checks whether the shop makes backups, and whether it could make them (OPS-05, OPS-07). */
const judgeBackups = async (
  db: Database,
  { backup, pgBin }: Config,
  version: number,
  now: Date,
): Promise<Diagnosis[]> => {
  if (backup === undefined) return [look(texts.noBackups())];
  const fault = faultOfTools(await findPostgresTools(pgBin), version);
  if (fault !== undefined) return [broken(texts.backupTools(fault))];
  const last = await findLastRuns(db.write);
  const made = last.backup && days(last.backup, now);
  const tried = last.drill && days(last.drill, now);
  const isWithin = (since: Date | undefined, ms: number): boolean =>
    since !== undefined && now.getTime() - since.getTime() < ms;
  const isFresh = isWithin(last.backup, backupOverdueMs) && isWithin(last.drill, restoreTestOverdueMs);
  return [(isFresh ? sound : look)(texts.backups(isFresh, made, tried))];
};

/** Checks whether the log (WAL) reaches its archive, if there is an archive. Until then, the server stores the log on its own disk. */
const judgeArchiving = async (db: Database): Promise<Diagnosis[]> => {
  const archiving = await findArchiving(db.write);
  if (archiving === undefined) return [];
  const { isFailing, failed, archivedAt } = archiving;
  return [isFailing ? look(texts.archiveFails(failed, archivedAt)) : sound(texts.archived())];
};

/** Finds copies of all customers that remain of interrupted drills and restores to a moment. */
const judgeLeftovers = async (db: Database, { dataDir }: Config): Promise<Diagnosis[]> => [
  ...(await findDrillLeftovers(db.write)).map((name) => look(texts.drillLeftover(name))),
  ...(await findRecovered(dataDir)).map((folder) => look(texts.recoveredLeftover(folder))),
];

const judgeKeys = async (db: Database, { secretsKeys }: Config): Promise<Diagnosis[]> => {
  const { unknown, older } = await createSealedSecrets(createKeyRing(secretsKeys)).judge(db.write);
  if (unknown > 0) return [broken(texts.unknownKeys(unknown))];
  return older > 0 ? [look(texts.olderKeys(older))] : [];
};

/**
 * Checks for audit years that may be deleted. Whole years are stored for five years (OFF-11) and deleted by a command.
 * Guatemala is six hours behind UTC all year.
 */
const judgeAudit = async (db: Database, now: Date): Promise<Diagnosis[]> => {
  const firstKept = new Date(now.getTime() - 6 * 3_600_000).getUTCFullYear() - 5;
  const [oldest] = await readOldestAudit(db.write, []);
  const year = oldest?.year ?? firstKept;
  return year < firstKept ? [look(texts.oldAudit(year, firstKept))] : [];
};

/** Checks the policy, and all settings that depend on it. */
const judgePolicy = async (db: Database, config: Config): Promise<Diagnosis[]> => {
  const policy = await getPolicy(db.write).catch((error: Error) => error);
  if (policy instanceof Error) return [broken(texts.policyUnfit(policy.message))];
  const [contents] = await readContents(db.write, []);
  const [standards] = await readStandards(db.write, [JSON.stringify(demoCardBins)]);
  return [
    sound(texts.policyFit()),
    ...judgeIdentity(policy, config.publicUrl),
    ...(contents === undefined ? [] : judgeContents(contents, policy)),
    ...(standards === undefined ? [] : judgeStandards(standards, policy, config)),
  ];
};

/** Returns an error's reasons. A name may have several addresses, each of which fails for its own reason. */
const reasonOf = (error: unknown): string => {
  if (error instanceof AggregateError) return [...new Set(error.errors.map(reasonOf))].join(', ');
  return error instanceof Error ? error.message : String(error);
};

/** Checks the database without changing it. Does not migrate. */
export const judgeDatabase = async (db: Database, config: Config, now: () => Date): Promise<Diagnosis[]> => {
  const server = await readServer(db.write, []).then(([facts]) => facts ?? 'nothing', reasonOf);
  if (typeof server === 'string') return [broken(texts.silent(server))];
  const isPooled = config.databaseUrl !== undefined && (await isPooledByTransaction(config.databaseUrl));
  const found = [...(isPooled ? [broken(texts.pooled())] : []), ...judgeServer(server, config, now())];
  const former = await refuseFormerDatabase(db.pool).then(() => undefined, reasonOf);
  if (former !== undefined) return [...found, broken(texts.formerDatabase(former))];
  const missing = await missingMigrations(db.pool);
  if (missing.length > 0) {
    return [...found, look(texts.missingMigrations(missing.length))];
  }
  const [shop] = await readShop(db.write, [Object.values(legalPages).map(({ path }) => path)]);
  return [
    ...found,
    sound(texts.migrated()),
    ...(await judgePolicy(db, config)),
    ...(shop === undefined ? [] : judgeShop(shop, config)),
    ...(await judgeBackups(db, config, server.version, now())),
    ...(await judgeArchiving(db)),
    ...(await judgeLeftovers(db, config)),
    ...(await judgeAudit(db, now())),
    ...(await judgeKeys(db, config)),
  ];
};
