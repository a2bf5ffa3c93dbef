import { randomUUID } from 'node:crypto';
import pg from 'pg';

/** Milliseconds before a lost LISTEN connection is opened again. */
const reconnectDelayMs = 1_000;

/** Maximum time to open a connection, in milliseconds. */
const openingMs = 4_000;

/** Maximum time for which pages may miss invalidations after their connection was silently cut, in milliseconds. */
export const maxUnnoticedCutMs = 15_000;

/**
 * Returns the heartbeat interval in milliseconds with which a cut connection is replaced within `deafMs` (at least 6,000). The cut is
 * noticed when the next beat times out, which takes as long as an interval. After the wait, the connection is opened again.
 */
export const heartbeatMsFor = (deafMs: number): number => (deafMs - reconnectDelayMs - openingMs) / 2;

export interface PurgeListener {
  close(): Promise<void>;
}

export interface PurgeListenerOptions {
  url: string;
  purge: (tags: readonly string[]) => void;
  onError: (error: Error) => void;
  /**
   * True if only one of all such listeners is active at a time. Another listener takes over when the connection of the active
   * listener ends or misses four heartbeats. A listener that becomes active receives `*`, because it does not know earlier
   * notifications.
   */
  isOnlyOne?: boolean;
  /**
   * Milliseconds between two notifications that the listener sends to itself, and the maximum time for such a notification. So a silently
   * cut connection is given up after twice this time.
   */
  beatMs?: number;
}

/** Advisory lock of the only active listener. */
const onlyOneLock = 4232_002;

/** With these keep-alives, a server drops a silently cut connection, and its lock, after half a minute. */
const keepAlives = '-c tcp_keepalives_idle=15 -c tcp_keepalives_interval=5 -c tcp_keepalives_count=3';

/**
 * A hung process does not lose its connection, and the network reports no fault. The server therefore ends a connection that misses four
 * heartbeats, and releases its lock.
 */
const endsWithoutHeartbeat = (beatMs: number): string => `-c idle_session_timeout=${4 * beatMs}`;

/** Opens a connection that listens for invalidations and for its own heartbeat. */
const openListening = async (
  { url, purge, onError, isOnlyOne = false, beatMs = heartbeatMsFor(maxUnnoticedCutMs) }: PurgeListenerOptions,
  onEnd: () => void,
) => {
  const ownChannel = `beat_${randomUUID().replaceAll('-', '')}`;
  const client = new pg.Client({
    connectionString: url,
    application_name: isOnlyOne ? 'ceiba purge hook' : 'ceiba page purge',
    options: isOnlyOne ? `${keepAlives} ${endsWithoutHeartbeat(beatMs)}` : keepAlives,
    keepAlive: true,
    connectionTimeoutMillis: beatMs,
    query_timeout: beatMs,
  });
  let isHeard = true;
  let hears = !isOnlyOne;
  const tryToHear = async (): Promise<void> => {
    if (hears) return;
    const { rows } = await client.query<{ hears: boolean }>(`select pg_try_advisory_lock(${onlyOneLock}) as hears`);
    hears = rows[0]?.hears === true;
    if (hears) purge(['*']);
  };
  let timer: NodeJS.Timeout | undefined;
  client.on('notification', ({ channel, payload }) => {
    if (channel === ownChannel) isHeard = true;
    else if (hears) purge((payload ?? '').split(' ').filter((tag) => tag !== ''));
  });
  client.on('error', onError);
  try {
    await client.connect();
    await client.query(`listen page_purge; listen ${ownChannel}`);
    await tryToHear();
  } catch (error) {
    await client.end();
    throw error;
  }
  // This listener is added late, because a failed attempt also emits `end` and would be repeated twice.
  client.on('end', () => {
    clearTimeout(timer);
    onEnd();
  });
  const beat = async (): Promise<void> => {
    try {
      if (!isHeard) throw new Error('the listening connection no longer hears itself');
      isHeard = false;
      await client.query(`notify ${ownChannel}`);
      await tryToHear();
      timer = setTimeout(beat, beatMs);
    } catch (error) {
      if (error instanceof Error) onError(error);
      // While a query is unanswered, this closes the socket immediately. The event `end` follows.
      await client.end();
    }
  };
  timer = setTimeout(beat, beatMs);
  return client;
};

/**
 * Listens for `NOTIFY page_purge, 'tag tag …'` (SQL function purge_pages) on a separate connection. Notifications are lost while the
 * connection is down. So everything is invalidated after a reconnect.
 */
export const listenForPurges = async (options: PurgeListenerOptions): Promise<PurgeListener> => {
  const { purge, onError, isOnlyOne = false } = options;
  let client: pg.Client | undefined;
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;

  const connectLater = (): void => {
    if (!isClosed) timer = setTimeout(reconnect, reconnectDelayMs);
  };
  const connect = async (): Promise<void> => {
    client = await openListening(options, connectLater);
    // The listener was closed while its connection was being opened.
    if (isClosed) await client.end();
  };
  const reconnect = (): void => {
    connect().then(
      () => {
        if (!isOnlyOne) purge(['*']);
      },
      (error: Error) => {
        onError(error);
        connectLater();
      },
    );
  };
  await connect();
  return {
    close: async () => {
      isClosed = true;
      clearTimeout(timer);
      await client?.end();
    },
  };
};
