import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';
import { projectDir } from '../processes.ts';

type ServerName = 'primary' | 'standby';

/** A primary and, on demand, a streaming standby, made of the project's own PostgreSQL programs; gone with this process. */
export interface DatabaseServers {
  /** Answers the address of its database. */
  create(server: ServerName): Promise<string>;
  start(server: ServerName): Promise<void>;
  /** As an operator does it. */
  stop(server: ServerName): Promise<void>;
  /** As a crash. */
  kill(server: ServerName): Promise<void>;
  close(): Promise<void>;
}

const isAnswer = (value: unknown): value is { done: boolean; url?: string; error?: string } =>
  typeof value === 'object' && value !== null && 'done' in value;

/** One question at a time. */
const ask = (child: ChildProcess, server: ServerName, act: string): Promise<string> =>
  new Promise((done, fail) => {
    child.once('message', (answer: unknown) => {
      if (isAnswer(answer) && answer.done) done(answer.url ?? '');
      else fail(new Error(`${act} of the ${server} failed: ${JSON.stringify(answer)}`));
    });
    child.send({ server, act });
  });

/** `dir`: an empty folder that everybody may enter (run by root, the servers belong to another user). */
export const openDatabaseServers = (dir: string): DatabaseServers => {
  const script = join(projectDir, 'server', 'src', 'testing', 'database-servers-process.ts');
  const child = fork(script, [dir], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  const closed = new Promise<void>((done) => child.once('exit', () => done()));
  return {
    create: (server) => ask(child, server, 'create'),
    start: async (server) => void (await ask(child, server, 'start')),
    stop: async (server) => void (await ask(child, server, 'stop')),
    kill: async (server) => void (await ask(child, server, 'kill')),
    close: async () => {
      if (child.connected) child.disconnect();
      await closed;
    },
  };
};
