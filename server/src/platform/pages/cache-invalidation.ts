import { randomUUID } from 'node:crypto';
import pg from 'pg';

/** Wait before a lost LISTEN connection is opened again. */
const reconnectDelayMs = 1_000;

/** What a new connection may take. */
const openingMs = 4_000;

/** The longest that pages may stay unpurged after the connection was cut without a word. */
export const longestDeafMs = 15_000;

/**
 * Milliseconds between two beats so that a cut connection is replaced within `deafMs`, 6,000 or more: it is noticed when the
 * next beat has used up its time limit, which is as long as a beat, and opened again after the wait.
 */
export const beatWithin = (deafMs: number): number => (deafMs - reconnectDelayMs - openingMs) / 2;

export interface PurgeListener {
  close(): Promise<void>;
}

export interface PurgeListenerOptions {
  url: string;
  purge: (tags: readonly string[]) => void;
  onError: (error: Error) => void;
  /**
   * Of all who listen so, one hears at a time; another takes over when its connection ends or is silent for four beats. Who begins to hear, hears `*`: what was sent before is
   * unknown.
   */
  isOnlyOne?: boolean;
  /**
   * Milliseconds between two notifications to itself, and the longest that one may take: a connection that was cut
   * without a word is given up after twice that.
   */
  beatMs?: number;
}

/** Held by the connection of the only one that hears. */
const onlyOneLock = 4232_002;

/** A server drops a connection that was cut without a word after half a minute, and its lock with it. */
const keepAlives = '-c tcp_keepalives_idle=15 -c tcp_keepalives_interval=5 -c tcp_keepalives_count=3';

/**
 * A process that hangs keeps its connection, which the network finds in order: the server ends one that was silent for four beats, and
 * its lock with it.
 */
const whileItBeats = (beatMs: number): string => `-c idle_session_timeout=${4 * beatMs}`;

/** A connection that listens, to purges and to itself. */
const openListening = async (
  { url, purge, onError, isOnlyOne = false, beatMs = beatWithin(longestDeafMs) }: PurgeListenerOptions,
  onEnd: () => void,
) => {
  const ownChannel = `beat_${randomUUID().replaceAll('-', '')}`;
  const client = new pg.Client({
    connectionString: url,
    application_name: isOnlyOne ? 'ceiba purge hook' : 'ceiba page purge',
    options: isOnlyOne ? `${keepAlives} ${whileItBeats(beatMs)}` : keepAlives,
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
  // Only from here on: an attempt that fails ends too, and would be repeated twice.
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
      // With a query unanswered the socket is closed at once; `end` follows.
      await client.end();
    }
  };
  timer = setTimeout(beat, beatMs);
  return client;
};

/**
 * Hears `NOTIFY page_purge, 'tag tag …'` (SQL function purge_pages) on a connection of its own. What was sent while the
 * connection was down is unknown, so coming back purges everything.
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
    // Closed while it was being opened.
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
