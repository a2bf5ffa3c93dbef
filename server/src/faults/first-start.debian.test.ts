import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freePort } from '../platform/db/postgres-programs.ts';
import { readConfig } from '../platform/operations/config.ts';
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
  server = await startDebianPostgres(dir, ['fsync = on'], false);
  bank = await openTestBank();
  mail = await startMailServer(0);
});
afterAll(async () => {
  mail.server.close();
  await bank.close();
  await server.stop();
  await rm(dir, { recursive: true, force: true });
});

/** The chapter's steps, each with what it has typed, in its order. */
const readSteps = async (): Promise<{ text: string; typed: string[] }[]> => {
  const manual = await readFile(join(readConfig({ DEMO: 'true' }).projectDir, 'docs/operations.md'), 'utf8');
  const [, chapter = ''] = manual.split('\n### First start on your own PostgreSQL\n');
  const [steps = ''] = chapter.split('\n### ');
  return steps.split(/\n(?=\d\. )/).map((text) => ({
    text,
    typed: [...text.matchAll(/`((?:sudo -u postgres|ceiba) [^`]+)`/g)].map(([, words = '']) => words),
  }));
};

/** `sudo -u postgres …`; nobody is there to type a password. */
const asAdministrator = (typed: string) => {
  const [program = '', ...args] = typed.replace(/^sudo -u postgres /, '').split(' ');
  const to = ['-h', '127.0.0.1', '-p', String(server.port), '-U', 'postgres'];
  return promisify(execFile)(join(debianBin, program), [...to, ...args.filter((word) => word !== '--pwprompt')]);
};

test('[OPS-25] from an empty server to a shop that is ready, by the commands of the manual', async () => {
  const [, roles, settings, first, started, owner] = await readSteps();
  const made = (roles?.typed ?? []).filter((typed) => typed.startsWith('sudo'));
  expect(made.map((typed) => typed.split(' ')[3])).toEqual(['createuser', 'createdb']);
  for (const typed of made) await asAdministrator(typed);
  const port = await freePort();
  const env = {
    DATABASE_URL: server.urlOf('ceiba'),
    PUBLIC_URL: 'https://tienda.com.gt',
    PORT: String(port),
    BANK_URL: bank.url,
    BANK_KEY: merchantKey,
    SMTP_URL: mail.url,
    MAIL_FROM: 'Tienda <hola@tienda.com.gt>',
    TRUSTED_PROXIES: '127.0.0.1',
    SECRETS_KEY: randomBytes(32).toString('base64'),
    BACKUP_TO: join(dir, 'copies'),
    BACKUP_KEY: randomBytes(32).toString('base64'),
  };
  const asked = [...(settings?.text ?? '').matchAll(/`([A-Z_]+)[=`]/g)].map(([, name]) => name);
  expect(asked.sort()).toEqual(
    Object.keys(env)
      .filter((name) => name !== 'PORT')
      .sort(),
  );
  const aside = { DATA_DIR: join(dir, 'data'), PG_BIN: debianBin, LOG_LEVEL: 'warn' };
  const running: StartedCommand[] = [];
  const ceiba = (words: readonly string[]): StartedCommand => {
    const command = runCommand(process.execPath, ['server/src/ceiba.ts', ...words], { ...env, ...aside });
    running.push(command);
    return command;
  };
  const said = async (typed = '', ...more: string[]): Promise<string> => {
    const command = ceiba([...typed.replace(/^ceiba /, '').split(' '), ...more]);
    const code = await command.ended;
    expect([typed, code], command.output()).toEqual([typed, 0]);
    return command.output();
  };
  try {
    expect(first?.typed).toEqual(['ceiba migrate', 'ceiba doctor']);
    expect(await said('ceiba migrate')).toContain('applied schema/orders.sql');
    expect(await said('ceiba doctor')).not.toContain('✗');
    expect(started?.typed).toEqual(['ceiba web', 'ceiba worker']);
    ceiba(['web']);
    ceiba(['worker']);
    await until(() =>
      fetch(`http://127.0.0.1:${port}/ready`).then(
        ({ ok }) => ok,
        () => false,
      ),
    );
    expect(owner?.typed).toEqual(['ceiba staff invite …']);
    await said('ceiba staff invite duena@tienda.com.gt --role owner', '--name', 'Ana Pérez');
    await until(() => mail.messages.some((message) => message.includes('duena@tienda.com.gt')));
    expect(await said('ceiba check')).toContain('invariants hold');
    expect(await said('ceiba backup')).toMatch(/^Copy \S+: the database and 0 files/);
    // By a role that may make databases and nothing else.
    expect(await said('ceiba drill')).toContain('restored and looked through in');
    // The worker has said that it lives, and copies are no longer missing.
    await until(async () => /✓ worker/.test(await said('ceiba doctor')));
  } finally {
    for (const { child } of running) child.kill('SIGTERM');
    await Promise.all(running.map(({ ended }) => ended));
  }
}, 600_000);
