import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { TestProject } from 'vitest/node';
import { z } from 'zod';

declare module 'vitest' {
  interface ProvidedContext {
    /** The migrated, empty database from which each test shop is cloned. */
    templateUrl: string;
  }
}

const started = z.object({ url: z.string(), dataDir: z.string() });

/** Starts a process with a separate PostgreSQL. The server ends with `end` or with this process. Throws if it does not start. */
export const startTestDatabase = async () => {
  const child = fork(fileURLToPath(new URL('./test-database-process.ts', import.meta.url)), { execArgv: [] });
  const exited = once(child, 'exit');
  const [message] = await Promise.race([
    once(child, 'message'),
    exited.then(([code]) => {
      throw new Error(`The tests’ database did not start (exit code ${code}).`);
    }),
  ]);
  const end = async (): Promise<void> => {
    child.disconnect();
    await exited;
  };
  return { ...started.parse(message), end };
};

/** Starts one real PostgreSQL for the run. Every test file clones a database from the migrated template. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { url, end } = await startTestDatabase();
  project.provide('templateUrl', url);
  return end;
}
