import pg from 'pg';

/** Wait before a lost LISTEN connection is opened again. */
const reconnectDelayMs = 1_000;

export interface PurgeListener {
  close(): Promise<void>;
}

/**
 * Hears `NOTIFY page_purge, 'tag tag …'` (SQL function purge_pages) on a connection of its own. What was sent while the
 * connection was down is unknown, so coming back purges everything.
 */
export const listenForPurges = async (
  url: string,
  purge: (tags: readonly string[]) => void,
  onError: (error: Error) => void,
): Promise<PurgeListener> => {
  let client: pg.Client | undefined;
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;

  const connect = async (): Promise<void> => {
    const next = new pg.Client({ connectionString: url, application_name: 'ceiba page purge' });
    next.on('notification', ({ payload }) => purge((payload ?? '').split(' ').filter((tag) => tag !== '')));
    next.on('error', onError);
    await next.connect();
    await next.query('listen page_purge');
    // Only from here on: an attempt that fails ends too, and would be repeated twice.
    next.on('end', () => {
      if (!isClosed) timer = setTimeout(reconnect, reconnectDelayMs);
    });
    client = next;
  };
  const reconnect = (): void => {
    connect().then(
      () => purge(['*']),
      (error: Error) => {
        onError(error);
        if (!isClosed) timer = setTimeout(reconnect, reconnectDelayMs);
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
