import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { jetstreamManager } from '@nats-io/jetstream';
import { connect } from '@nats-io/transport-node';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freePort } from '../platform/db/postgres-programs.ts';
import { openJetStream } from '../platform/limits/jet-stream.ts';
import { until } from '../testing/until.ts';
import { openLine } from './open-line.ts';

// Uses Debian's nats-server instead of `testing/nats-server.ts`, which imitates it.

let dir: string;
let port: number;
let server: ChildProcess;

const start = async (): Promise<void> => {
  server = spawn('nats-server', ['-js', '-sd', join(dir, 'streams'), '-a', '127.0.0.1', '-p', String(port)], {
    stdio: 'ignore',
  });
  await Promise.race([
    once(server, 'spawn'),
    once(server, 'error').then(() => {
      throw new Error('this test wants Debian’s NATS: apt-get install nats-server');
    }),
  ]);
  await until(async () => (await manage(async () => true).catch(() => false)) === true);
};

const stop = async (): Promise<void> => {
  const ended = once(server, 'exit');
  server.kill('SIGKILL');
  await ended;
};

/** Manages the server's streams, as its operator does. */
const manage = async <T>(work: (manager: Awaited<ReturnType<typeof jetstreamManager>>) => Promise<T>): Promise<T> => {
  const nats = await connect({ servers: `nats://127.0.0.1:${port}`, reconnect: false });
  return work(await jetstreamManager(nats)).finally(() => nats.close());
};

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'ceiba-nats-'));
  port = await freePort();
  await start();
});
afterAll(async () => {
  await stop();
  await rm(dir, { recursive: true, force: true });
});

const none = { current: '', previous: null };

test('[HOOK-01, HOOK-05] a real NATS server gets each event once, even after an outage or without a stream', async () => {
  const line = openLine(`nats://127.0.0.1:${port}/ceiba.events`);
  const doctor = openJetStream(`nats://127.0.0.1:${port}`, 10_000);
  const send = (id: string) => line.send({ id, text: JSON.stringify({ id }) }, none, new Date());
  const taken = { status: null, error: null, answer: '' };

  expect(await doctor.isKept('ceiba.events')).toBe(false);
  expect((await send('one')).error).not.toBeNull();
  await manage((manager) => manager.streams.add({ name: 'CEIBA', subjects: ['ceiba.>'] }));
  expect(await doctor.isKept('ceiba.events')).toBe(true);
  // The second message repeats the first, as after a lost answer.
  for (const id of ['one', 'one', 'two']) expect(await send(id)).toEqual(taken);
  const stored = () => manage(async (manager) => (await manager.streams.info('CEIBA')).state.messages);
  expect(await stored()).toBe(2);

  await stop();
  expect((await send('three')).error).not.toBeNull();
  await start();
  expect(await send('three')).toEqual(taken);
  expect(await stored()).toBe(3);
  const texts = await manage(async (manager) =>
    Promise.all([1, 2, 3].map(async (seq) => (await manager.streams.getMessage('CEIBA', { seq }))?.json())),
  );
  expect(texts).toEqual([{ id: 'one' }, { id: 'two' }, { id: 'three' }]);
  await line.close();
  await doctor.close();
});
