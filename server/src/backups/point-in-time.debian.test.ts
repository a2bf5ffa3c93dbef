import { execFile } from 'node:child_process';
import { appendFile, chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freePort } from '../platform/db/postgres-programs.ts';
import { type DebianPostgres, debianBin, startDebianPostgres } from '../testing/debian-postgres.ts';
import { until } from '../testing/until.ts';

// The chapter "Back to a moment" of docs/operations.md, command by command.

let dir: string;
let server: DebianPostgres;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'ceiba-moment-'));
  const archive = join(dir, 'log');
  await mkdir(archive);
  await chmod(archive, 0o777);
  server = await startDebianPostgres(dir, [
    'archive_mode = on',
    `archive_command = 'test ! -f ${archive}/%f && cp %p ${archive}/%f'`,
  ]);
});
afterAll(async () => {
  await server.stop();
  await rm(dir, { recursive: true, force: true });
});

const ask = async <Row extends object>(url: string, sql: string): Promise<Row[]> => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return (await client.query<Row>(sql).finally(() => client.end())).rows;
};

const run = (program: string, ...args: string[]) => promisify(execFile)(join(debianBin, program), args, server.as);

test('[OPS-06] a base copy and the archived log bring back what was committed by a moment, and nothing after it', async () => {
  const url = await server.create('ceiba');
  await ask(url, 'create table sold (what text)');
  const base = join(dir, 'base');
  await mkdir(base);
  await chmod(base, 0o777);
  await run('pg_basebackup', '-d', server.urlOf('postgres'), '-D', join(base, 'data'), '-X', 'none', '-c', 'fast');
  await ask(url, `insert into sold values ('before')`);
  const [moment] = await ask<{ at: string }>(url, `select clock_timestamp()::text as at`);
  await ask(url, `insert into sold values ('after')`);
  await ask(url, 'select pg_switch_wal()');
  const [last] = await ask<{ file: string }>(url, 'select pg_walfile_name(pg_current_wal_lsn() - 1) as file');
  await until(async () => {
    const [archived] = await ask<{ file: string | null }>(
      url,
      'select last_archived_wal as file from pg_stat_archiver',
    );
    return (archived?.file ?? '') >= (last?.file ?? '~');
  });

  const data = join(base, 'data');
  const port = await freePort();
  await appendFile(
    join(data, 'postgresql.conf'),
    [
      '',
      `port = ${port}`,
      'archive_mode = off',
      `restore_command = 'cp ${dir}/log/%f %p'`,
      `recovery_target_time = '${moment?.at}'`,
      `recovery_target_action = 'promote'`,
      '',
    ].join('\n'),
  );
  await writeFile(join(data, 'recovery.signal'), '');
  await run('pg_ctl', 'start', '-w', '-D', data, '-l', join(base, 'data', 'server.log'));
  try {
    const restored = `postgresql://ceiba@127.0.0.1:${port}/ceiba`;
    await until(
      async () => (await ask<{ is: boolean }>(restored, 'select pg_is_in_recovery() as is'))[0]?.is === false,
    );
    expect(await ask(restored, 'select what from sold')).toEqual([{ what: 'before' }]);
  } finally {
    await run('pg_ctl', 'stop', '-m', 'immediate', '-D', data);
  }
});
