import pg from 'pg';
import { isDatabaseAway, settleConnection, watchedConnection } from './connection-settings.ts';
import type { Tx } from './database.ts';

export interface ReplicaReads {
  /** Reads from the replica while it is sound, else from the primary; a read that fails there is repeated here. */
  readonly read: Tx;
  /** `repeated`: reads that failed at the replica and were sent to the primary. */
  status(): ReplicaStatus & { repeated: number };
  /** See `ReplicaWatch`; called for every purge, so that no page is made again from what was before it. */
  freshen(): void;
  close(): Promise<void>;
}

interface ReplicaReadsOptions extends ReplicaWatchOptions {
  maxConnections: number;
  /** Makes statements of a pool's queries, as for the primary. */
  txOver: (pool: pg.Pool) => Tx;
  primary: Tx;
}

/** A shopper waits at most this long for a replica that vanished, in milliseconds, before the primary is asked. */
const connectMs = 1_000;
const answerMs = 3_000;

/** A replica refuses what writes. */
const readOnly = '25006';

/** Recovery cancels a read that stands in its way (40001): the replica is sound all the same. */
const recoveryConflict = '40001';

const asFault = (error: unknown): { code?: string; message?: string } => (error instanceof Error ? error : {});

export const openReplicaReads = ({
  maxConnections,
  txOver,
  primary,
  ...watched
}: ReplicaReadsOptions): ReplicaReads => {
  const watch = watchReplica(watched);
  const pool = new pg.Pool({
    connectionString: watched.url,
    max: maxConnections,
    application_name: 'ceiba reads',
    connectionTimeoutMillis: connectMs,
    ...watchedConnection('requests'),
    query_timeout: answerMs,
    idleTimeoutMillis: 30_000,
    onConnect: settleConnection('requests'),
  });
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  const replica = txOver(pool);
  let repeated = 0;
  return {
    read: {
      run: async <Row extends object>(statement: Parameters<Tx['run']>[0]): Promise<Row[]> => {
        if (!watch.status.isUsed) return primary.run<Row>(statement);
        try {
          return await replica.run<Row>(statement);
        } catch (error) {
          const fault = asFault(error);
          // What writes has no business here, and the primary would do it.
          if (fault.code === readOnly) throw error;
          if (isDatabaseAway(fault)) watch.suspect();
          else if (fault.code !== recoveryConflict) throw error;
          repeated += 1;
          return primary.run<Row>(statement);
        }
      },
    },
    status: () => ({ ...watch.status, repeated }),
    freshen: watch.freshen,
    close: async () => {
      await watch.close();
      await pool.end();
    },
  };
};

/** Positions kept: at two a second, a minute of a replica that stands still. */
const mostPositions = 120;

/**
 * How far a replica is behind, told by positions in the primary's log and one clock, ours. The replica's own
 * `pg_last_xact_replay_timestamp` cannot tell: it is old whenever nobody writes, and a replica that lost its primary
 * believes that it has replayed everything.
 */
interface LagGauge {
  /** The primary's log reached `position` (bytes) at `now` (ms) or before. */
  wrote(position: number, now: number): void;
  /** Milliseconds since the primary passed the first position that a replica at `replayed` has not reached; 0: none. */
  lagOf(replayed: number, now: number): number;
}

export const createLagGauge = (): LagGauge => {
  /** Oldest first, each with the moment it was first seen; the ones a replica has reached are dropped. */
  let positions: { position: number; seenAt: number }[] = [];
  return {
    wrote: (position, now) => {
      const last = positions.at(-1);
      if (last === undefined || (position > last.position && positions.length < mostPositions)) {
        positions.push({ position, seenAt: now });
      } else if (position > last.position) last.position = position;
    },
    lagOf: (replayed, now) => {
      positions = positions.filter(({ position }) => position > replayed);
      const [oldest] = positions;
      return oldest === undefined ? 0 : now - oldest.seenAt;
    },
  };
};

/** `behind`: its changes are older than the limit. `promoted`: it is no standby (any more), so nothing reaches it. */
type ReplicaHealth = 'sound' | 'unreachable' | 'behind' | 'promoted';

interface ReplicaStatus {
  health: ReplicaHealth;
  /** False while unsound, and while it has not seen the last purge yet. */
  isUsed: boolean;
  lagMs: number;
}

interface ReplicaWatch {
  readonly status: ReplicaStatus;
  /** A read failed: nothing is read from it until the next look finds it sound. */
  suspect(): void;
  /** From now on the replica is read only once it has everything the primary has committed by now. */
  freshen(): void;
  close(): Promise<void>;
}

export interface ReplicaWatchOptions {
  url: string;
  primaryUrl: string;
  /** Milliseconds a replica may be behind. */
  maxLagMs?: number;
  /** Milliseconds between two looks. */
  everyMs?: number;
  onHealth?: (health: ReplicaHealth) => void;
}

/** Between looks while a sound replica is about to have what it has to show. */
const soonMs = 20;

/** How far the log is safely written; visible commits are, unless `synchronous_commit` is off. */
const primaryPosition = `select pg_wal_lsn_diff(pg_current_wal_flush_lsn(), '0/0')::float8 as position`;

const replicaPosition = `select pg_is_in_recovery() as "isStandby",
  coalesce(pg_wal_lsn_diff(pg_last_wal_replay_lsn(), '0/0'), 0)::float8 as position`;

/** One connection of its own: looks must not wait behind the reads they are about. */
const openScout = (connectionString: string) => {
  const pool = new pg.Pool({
    connectionString,
    max: 1,
    application_name: 'ceiba replica watch',
    connectionTimeoutMillis: 1_000,
    ...watchedConnection('requests'),
    query_timeout: 1_000,
    onConnect: settleConnection('requests'),
  });
  pool.on('error', () => {});
  return {
    ask: async <Row extends object>(sql: string): Promise<Row | undefined> => (await pool.query<Row>(sql)).rows[0],
    close: () => pool.end(),
  };
};

const openScouts = (url: string, primaryUrl: string) => {
  const [primary, replica] = [openScout(primaryUrl), openScout(url)];
  return {
    look: async () => {
      const [written, standby] = await Promise.allSettled([
        primary.ask<{ position: number }>(primaryPosition),
        replica.ask<{ position: number; isStandby: boolean }>(replicaPosition),
      ]);
      return {
        /** Undefined: the primary does not answer. Nobody can write then, and the replica stays as good as it was. */
        written: written.status === 'fulfilled' ? written.value?.position : undefined,
        standby: standby.status === 'fulfilled' ? standby.value : undefined,
      };
    },
    close: async () => {
      await Promise.all([primary.close(), replica.close()]);
    },
  };
};

const healthOf = (standby: { isStandby: boolean } | undefined, lagMs: number, maxLagMs: number): ReplicaHealth => {
  if (standby === undefined) return 'unreachable';
  if (!standby.isStandby) return 'promoted';
  return lagMs > maxLagMs ? 'behind' : 'sound';
};

/** Looks at the replica in the background, so that no read ever asks whether it may. Not read before the first look. */
const watchReplica = (options: ReplicaWatchOptions): ReplicaWatch => {
  const { url, primaryUrl, maxLagMs = 5_000, everyMs = 500, onHealth = () => {} } = options;
  const scouts = openScouts(url, primaryUrl);
  const gauge = createLagGauge();
  const status: ReplicaStatus = { health: 'unreachable', isUsed: false, lagMs: 0 };
  /** Calls of `freshen`, and how many of them have a goal: the primary's position some time after the call. */
  let wishes = 1;
  let wishesWithGoal = 0;
  let goal = Number.POSITIVE_INFINITY;
  let isFresh = false;
  let timer: NodeJS.Timeout | undefined;
  let looking: Promise<number> | undefined;
  let isClosed = false;

  let reported: ReplicaHealth | undefined;
  const report = (health: ReplicaHealth): void => {
    status.health = health;
    status.isUsed = health === 'sound' && isFresh;
    if (health !== reported) onHealth(health);
    reported = health;
  };

  /** Milliseconds until the next look. */
  const look = async (): Promise<number> => {
    const wishesNow = wishes;
    const { written, standby } = await scouts.look();
    const now = performance.now();
    if (written !== undefined) {
      gauge.wrote(written, now);
      if (wishesWithGoal < wishesNow) [wishesWithGoal, goal] = [wishesNow, written];
    }
    if (standby !== undefined) {
      isFresh = wishesWithGoal === wishes && standby.position >= goal;
      status.lagMs = gauge.lagOf(standby.position, now);
    }
    report(healthOf(standby, status.lagMs, maxLagMs));
    return status.health === 'sound' && !isFresh && written !== undefined ? soonMs : everyMs;
  };

  const lookNow = (): void => {
    if (isClosed || looking !== undefined) return;
    clearTimeout(timer);
    looking = look();
    looking.then((waitMs) => {
      looking = undefined;
      if (!isClosed) timer = setTimeout(lookNow, waitMs);
    });
  };

  lookNow();
  return {
    status,
    suspect: () => report('unreachable'),
    freshen: () => {
      wishes += 1;
      isFresh = false;
      status.isUsed = false;
      lookNow();
    },
    close: async () => {
      isClosed = true;
      clearTimeout(timer);
      await looking;
      await scouts.close();
    },
  };
};
