import { z } from 'zod';
import { type DatabaseServer, startPrimary } from './database-servers.ts';

/**
 * Runs a database server for a program that must not depend on its internals (`npm run chaos`). Forked with a folder as argument
 * and controlled by messages. The response to a message is the server's address or an error. The server ends with the parent
 * process, in any case.
 */
const message = z.object({ act: z.enum(['create', 'start', 'stop', 'kill']) });

let made: DatabaseServer | undefined;

const act = async (raw: unknown): Promise<object> => {
  const wanted = message.parse(raw);
  if (wanted.act === 'create') made = await startPrimary({ dir: process.argv[2] ?? '' });
  if (made === undefined) throw new Error('there is no server');
  if (wanted.act === 'start') await made.start();
  if (wanted.act === 'stop') await made.stop('fast');
  if (wanted.act === 'kill') await made.stop('immediate');
  return { url: made.url };
};

process.on('message', (raw) => {
  act(raw).then(
    (answer) => process.send?.(answer),
    (error: Error) => process.send?.({ error: error.message }),
  );
});

const removeAll = async (): Promise<void> => {
  await made?.remove();
  process.exit(0);
};
process.once('disconnect', () => void removeAll());
// Ctrl+C reaches every process of the terminal. Only the parent process decides when the server ends.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {});
