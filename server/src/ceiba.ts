import { userInfo } from 'node:os';
import { commands, readShopConfig } from './commands.ts';
import { exitCodes, runCommandLine } from './platform/operations/command-line.ts';
import { readDatabaseConfig } from './platform/operations/config.ts';
import { getPolicy } from './policies/policies.store.ts';
import { refuseMissingDatabase, withShopDatabase } from './shop-database.ts';

// The reader may close the pipe early (`ceiba order … | head -1`). The command has then done its work.
for (const stream of [process.stdout, process.stderr])
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
  });

const complain = (text: string): void => {
  process.stderr.write(`${text}\n`);
};

try {
  process.exitCode = await runCommandLine(commands, process.argv.slice(2), {
    now: new Date(),
    actor: { kind: 'command', id: userInfo().username },
    print: (text) => void process.stdout.write(text),
    complain,
    readConfig: readShopConfig,
    onDatabase: async (work) => {
      let isDone = false;
      const config = readDatabaseConfig(process.env);
      await refuseMissingDatabase(config);
      await withShopDatabase(config, async (db) => {
        isDone = await work({ db, policy: () => getPolicy(db.write, config.publicUrl) });
      });
      return isDone;
    },
  });
} catch (error) {
  if (!(error instanceof Error)) throw error;
  complain(`${error.message}${error.cause instanceof Error ? `\n${error.cause.message}` : ''}`);
  process.exit(exitCodes.refused);
}
