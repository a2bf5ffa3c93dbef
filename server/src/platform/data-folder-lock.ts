import pg from 'pg';

/** Any number that no other program on the embedded server uses. */
const runningShop = 4232_001;

const folderInUse = (dataDir: string): Error =>
  new Error(
    `La carpeta de datos ${dataDir} ya la usa otra tienda en marcha: detenla o elige otra carpeta con DATA_DIR. · ` +
      `The data folder ${dataDir} is in use by another running shop: stop it, or choose another folder with DATA_DIR.`,
  );

/**
 * Holds the data folder for one shop as long as the process lives: an advisory lock of its embedded database, which no
 * crash can leave behind. Throws when another shop holds it. Commands beside a running shop need no lock.
 */
export const lockDataFolder = async (url: string, dataDir: string): Promise<{ release(): Promise<void> }> => {
  const client = new pg.Client({ connectionString: url, application_name: 'ceiba data folder' });
  // Lost with its database: then nobody else can be using the folder either.
  client.on('error', () => {});
  await client.connect();
  const { rows } = await client.query<{ isOurs: boolean }>(`select pg_try_advisory_lock(${runningShop}) as "isOurs"`);
  if (rows[0]?.isOurs !== true) {
    await client.end();
    throw folderInUse(dataDir);
  }
  return { release: () => client.end() };
};
