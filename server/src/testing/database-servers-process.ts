import { z } from 'zod';
import { type DatabaseServer, startPrimary, startStandby } from './database-servers.ts';

/**
 * Database servers for a program that must not know how they are made (`npm run bench -- --nodes 2`): forked with a
 * folder as its argument, asked by messages, each answered with `done` and the address of the server. When the program
 * that forked it is gone, however it went, the servers go too.
 */
const message = z.object({
  server: z.enum(['primary', 'standby']),
  act: z.enum(['create', 'start', 'stop', 'kill']),
});

const dir = process.argv[2] ?? '';
const servers = new Map<string, DatabaseServer>();

const create = async (name: 'primary' | 'standby'): Promise<void> => {
  const primary = servers.get('primary');
  if (name === 'primary') servers.set(name, await startPrimary({ dir }));
  else if (primary !== undefined) servers.set(name, await startStandby(primary, { dir }));
};

const act = async (raw: unknown): Promise<object> => {
  const wanted = message.parse(raw);
  if (wanted.act === 'create') await create(wanted.server);
  const server = servers.get(wanted.server);
  if (server === undefined) throw new Error(`there is no ${wanted.server}`);
  if (wanted.act === 'start') await server.start();
  if (wanted.act === 'stop') await server.stop('fast');
  if (wanted.act === 'kill') await server.stop('immediate');
  return { done: true, url: server.url };
};

process.on('message', (raw) => {
  act(raw).then(
    (answer) => process.send?.(answer),
    (error: Error) => process.send?.({ done: false, error: error.message }),
  );
});

const removeAll = async (): Promise<void> => {
  await servers.get('standby')?.remove();
  await servers.get('primary')?.remove();
  process.exit(0);
};
process.once('disconnect', () => void removeAll());
// Ctrl+C reaches every process of the terminal: the one that forked this decides when the servers go.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {});
