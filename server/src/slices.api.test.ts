import { readFileSync } from 'node:fs';
import { glob } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { parseCrontab } from 'graphile-worker';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { nameOf } from './platform/operations/command-line.ts';
import { openServices, type Services } from './services.ts';
import { crontabOf, routesOf, sendersOf, slices, tasksOf } from './slices.ts';
import { openTestShop, type TestShop } from './testing/test-shop.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

let shop: TestShop;
let services: Services;
beforeAll(async () => {
  shop = await openTestShop();
  services = openServices(shop);
});
afterAll(() => shop.close());

const twice = (names: readonly string[]): string[] => names.filter((name, index) => names.indexOf(name) !== index);

test('each call, each kind of job and each command belongs to one slice', () => {
  const calls = routesOf(services).map(({ spec }) => spec.name);
  const tasks = [...tasksOf(services), ...sendersOf(services)].map(({ name }) => name);
  const commands = slices.flatMap((slice) => slice.commands ?? []).map(nameOf);
  expect([calls, tasks, commands].map((names) => names.length > 0)).toEqual([true, true, true]);
  expect([calls, tasks, commands].flatMap(twice)).toEqual([]);
});

test('every entry of the crontab has an existing kind of job', () => {
  const tasks = new Set(tasksOf(services).map(({ name }) => name));
  const items = parseCrontab(crontabOf(services));
  expect(items.length).toBeGreaterThan(20);
  expect(items.map(({ task }) => task).filter((task) => !tasks.has(task))).toEqual([]);
  for (const { tasks: own, cron } of slices) {
    const names = new Set(own?.(services).map(({ name }) => name));
    const foreign = cron === undefined ? [] : parseCrontab(cron).filter(({ task }) => !names.has(task));
    expect(foreign).toEqual([]);
  }
});

/** This file starts the next run of its own jobs. */
const addsItsOwn = 'server/src/orders/orders.tasks.ts';

test('every job that TypeScript or SQL adds has an existing kind', async () => {
  const tasks = new Set([...tasksOf(services), ...sendersOf(services)].map(({ name }) => name));
  const added: [name: string, file: string][] = [];
  for await (const file of glob(['server/src/**/*.ts', 'server/sql/**/*.sql', 'demo/src/**/*.ts'], { cwd: root })) {
    if (/\.test\.ts$|\/testing\/|\/job-queue\.ts$|schema\.dump\.sql$/.test(file)) continue;
    const text = readFileSync(`${root}${file}`, 'utf8');
    for (const { index } of text.matchAll(/\benqueue(?:All)?\(|\badd_job\(/g)) {
      const call = text.slice(index, index + 300);
      const [, name = call.split('\n')[0] ?? ''] =
        /^enqueue\([^']*?\btask: '([\w-]+)'/.exec(call) ??
        /^enqueueAll\([^']*'([\w-]+)'/.exec(call) ??
        /^add_job\('([\w-]+)'/.exec(call) ??
        [];
      if (file !== addsItsOwn) added.push([name, file]);
    }
  }
  expect(added.length).toBeGreaterThan(12);
  expect(added.filter(([name]) => !tasks.has(name))).toEqual([]);
});
