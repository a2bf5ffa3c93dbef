import pg from 'pg';

/** Any number that no other program on the embedded server uses. */
const runningShop = 4232_001;

/** Milliseconds before a lock that was lost is asked for again. */
const retakeDelayMs = 1_000;

const folderInUse = (dataDir: string): Error =>
  new Error(
    `La carpeta de datos ${dataDir} ya la usa otra tienda en marcha: detenla o elige otra carpeta con DATA_DIR. · ` +
      `The data folder ${dataDir} is in use by another running shop: stop it, or choose another folder with DATA_DIR.`,
  );

/** The connection that holds the lock; undefined when another shop does. */
const takeLock = async (url: string): Promise<pg.Client | undefined> => {
  const client = new pg.Client({ connectionString: url, application_name: 'ceiba data folder' });
  // Lost with its database; see `end` below.
  client.on('error', () => {});
  await client.connect();
  const { rows } = await client.query<{ isOurs: boolean }>(`select pg_try_advisory_lock(${runningShop}) as "isOurs"`);
  if (rows[0]?.isOurs === true) return client;
  await client.end();
  return undefined;
};

/**
 * Holds the data folder for one shop as long as the process lives: an advisory lock of its embedded database, which no
 * crash can leave behind; lost with the database, it is taken again when that is back. Throws when another shop holds it.
 * Commands beside a running shop need no lock.
 */
export const lockDataFolder = async (url: string, dataDir: string): Promise<{ release(): Promise<void> }> => {
  let client = await takeLock(url);
  if (client === undefined) throw folderInUse(dataDir);
  let timer: NodeJS.Timeout | undefined;
  let isReleased = false;

  const retakeLater = (): void => {
    if (!isReleased) timer = setTimeout(retake, retakeDelayMs).unref();
  };
  const retake = (): void => {
    takeLock(url).then((taken) => {
      client = taken;
      client?.on('end', retakeLater);
      if (client === undefined) retakeLater();
      else if (isReleased) void client.end();
    }, retakeLater);
  };
  client.on('end', retakeLater);
  return {
    release: async () => {
      isReleased = true;
      clearTimeout(timer);
      await client?.end();
    },
  };
};
