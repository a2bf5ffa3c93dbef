import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { type CpuProfile, hottest, idleShare, profileWhile, stageShares } from './cpu-profile.ts';

const node = (id: number, functionName: string, url = '', children: number[] = []) => ({
  id,
  callFrame: { functionName, url, lineNumber: 9 },
  children,
});

/** root → handler → (zod, SQL → socket), and idling. */
const profile: CpuProfile = {
  nodes: [
    node(1, '(root)', '', [2, 3, 7]),
    node(2, '(idle)'),
    node(3, 'addToCart', 'file:///shop/server/src/carts/carts.routes.ts', [4, 5]),
    node(4, 'parse', 'file:///shop/node_modules/zod/v4/core.js'),
    node(5, 'query', 'file:///shop/node_modules/pg/lib/client.js', [6]),
    node(6, 'writev', 'node:net'),
    node(7, '(garbage collector)'),
  ],
  samples: [2, 3, 4, 4, 5, 6, 7, 2],
  timeDeltas: [400, 100, 50, 50, 100, 200, 100, 600],
};

test('the idle share is of the whole time', () => {
  expect(idleShare(profile)).toBe(0.625);
});

test('functions are told by the time in themselves, of the time not idle, most first', () => {
  const shares = hottest(profile);
  expect(shares[0]).toEqual({ name: 'writev node:net:10', share: 200 / 600 });
  expect(shares.map(({ name }) => name)).toContain('addToCart server/src/carts/carts.routes.ts:10');
  expect(shares.map(({ name }) => name)).toContain('query pg/lib/client.js:10');
  expect(shares.reduce((sum, { share }) => sum + share, 0)).toBeCloseTo(1);
});

test('a socket’s time belongs to the statement that wrote to it', () => {
  const shares = Object.fromEntries(stageShares(profile).map(({ name, share }) => [name, Math.round(share * 600)]));
  expect(shares).toEqual({ SQL: 300, validation: 100, 'our answer': 100, 'garbage collection': 100 });
});

test('a profile that is cut off, or empty, gives no shares', () => {
  expect(() => hottest({ ...profile, timeDeltas: [1] })).toThrow('cut off');
  expect(() => idleShare({ ...profile, samples: [], timeDeltas: [] })).toThrow();
});

const spinWhenTold = `
  function spin(times) { let sum = 0; for (let i = 0; i < times; i += 1) sum += Math.sqrt(i); return sum; }
  process.stdin.on('data', () => process.stdout.write(String(spin(5e7))));`;

test('a process under --inspect is profiled while it works, and goes on afterwards', async () => {
  const child = spawn(process.execPath, ['--inspect=127.0.0.1:0', '-e', spinWhenTold], { stdio: 'pipe' });
  const folder = mkdtempSync(join(tmpdir(), 'ceiba-profile-'));
  onTestFinished(() => {
    child.kill();
    rmSync(folder, { recursive: true });
  });
  let said = '';
  while (!said.includes('\n')) said += String((await once(child.stderr, 'data'))[0]);
  const port = Number(/ws:\/\/127\.0\.0\.1:(\d+)/.exec(said)?.[1]);
  const work = async () => {
    child.stdin.write('go');
    await once(child.stdout, 'data');
  };
  const file = join(folder, 'spin.cpuprofile');
  const found = await profileWhile(port, work, file);
  expect(hottest(found)[0]?.name).toMatch(/^spin /);
  expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ samples: found.samples });
  await work();
  expect(child.exitCode).toBe(null);
});
