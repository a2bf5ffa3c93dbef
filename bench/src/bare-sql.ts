import pg from 'pg';
import { runRound } from './rounds.ts';
import { freshIds, runScript, type SqlScript } from './sql-script.ts';

interface Begin {
  url: string;
  scripts: SqlScript[];
  connections: number;
  /** True if the scripts change existing rows. Otherwise each run creates its own rows. */
  keepsIds: boolean;
}
interface Run {
  shoppers: number;
  milliseconds: number;
}

/** The settings of the shop's connections (server/src/platform/db/connection-settings.ts), so that both run the same plans. */
const onConnect = async (client: pg.ClientBase): Promise<void> => {
  await client.query('set enable_seqscan = off');
};

/**
 * The minimum that can be done with the same statements: no HTTP, no rules, no JSON. Receives the recorded journeys first, then
 * runs a round for each request.
 */
const answer = async (begin: Begin): Promise<void> => {
  const pool = new pg.Pool({ connectionString: begin.url, max: begin.connections, onConnect });
  let next = 0;
  const buy = async (): Promise<void> => {
    const script = begin.scripts[next % begin.scripts.length];
    next += 1;
    if (script !== undefined) await runScript(pool, script, begin.keepsIds ? (text) => text : freshIds());
  };
  process.on('message', async ({ shoppers, milliseconds }: Run) => {
    const workers = Array.from({ length: shoppers }, () => buy);
    process.send?.(await runRound(workers, milliseconds));
  });
  process.once('disconnect', () => void pool.end());
  process.send?.({ isReady: true });
};

process.once('message', (begin: Begin) => void answer(begin));
