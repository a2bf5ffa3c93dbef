import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freePort } from '../platform/db/postgres-programs.ts';
import { type DebianPostgres, debianBin, startDebianPostgres } from '../testing/debian-postgres.ts';
import { startMailServer } from '../testing/mail-server.ts';
import { merchantKey, openTestBank, type TestBank } from '../testing/order-calls.ts';
import { runCommand, type StartedCommand } from '../testing/started-shop.ts';
import { until } from '../testing/until.ts';

// "First start on your own PostgreSQL" of docs/operations.md, command by command.

let dir: string;
let server: DebianPostgres;
let bank: TestBank;
let mail: Awaited<ReturnType<typeof startMailServer>>;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'ceiba-first-'));
  // As a server comes, but for what a test does not wait for.
  server = await startDebianPostgres(dir, ['fsync = on']);
  bank = await openTestBank();
  mail = await startMailServer(0);
});
afterAll(async () => {
  mail.server.close();
  await bank.close();
  await server.stop();
  await rm(dir, { recursive: true, force: true });
});

const asAdministrator = (program: string, ...args: string[]) =>
  promisify(execFile)(join(debianBin, program), ['-h', '127.0.0.1', '-p', String(server.port), '-U', 'ceiba', ...args]);

test('[OPS-25] from an empty server to a shop that is ready, by the commands of the manual', async () => {
  await asAdministrator('createuser', 'shop');
  await asAdministrator('createdb', '--owner', 'shop', 'shop');
  const port = await freePort();
  const env = {
    DATABASE_URL: `postgresql://shop@127.0.0.1:${server.port}/shop`,
    PUBLIC_URL: 'https://tienda.com.gt',
    PORT: String(port),
    BANK_URL: bank.url,
    BANK_KEY: merchantKey,
    SMTP_URL: mail.url,
    MAIL_FROM: 'Tienda <hola@tienda.com.gt>',
    BACKUP_TO: join(dir, 'copies'),
    BACKUP_KEY: randomBytes(32).toString('base64'),
    DATA_DIR: join(dir, 'data'),
    LOG_LEVEL: 'warn',
  };
  const running: StartedCommand[] = [];
  const ceiba = (...words: string[]): StartedCommand => {
    const command = runCommand(process.execPath, ['server/src/ceiba.ts', ...words], env);
    running.push(command);
    return command;
  };
  const said = async (...words: string[]): Promise<string> => {
    const command = ceiba(...words);
    const code = await command.ended;
    expect([words.join(' '), code], command.output()).toEqual([words.join(' '), 0]);
    return command.output();
  };
  try {
    expect(await said('migrate')).toContain('applied schema/orders.sql');
    expect(await said('doctor')).not.toContain('✗');
    ceiba('web');
    ceiba('worker');
    await until(() =>
      fetch(`http://127.0.0.1:${port}/ready`).then(
        ({ ok }) => ok,
        () => false,
      ),
    );
    expect(await said('check')).toContain('invariants hold');
    expect(await said('backup')).toMatch(/^Copy \S+: the database and 0 files/);
    // The worker has said that it lives, and copies are no longer missing.
    await until(async () => /✓ worker/.test(await said('doctor')));
  } finally {
    for (const { child } of running) child.kill('SIGTERM');
    await Promise.all(running.map(({ ended }) => ended));
  }
});
