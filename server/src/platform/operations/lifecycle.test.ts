import { once } from 'node:events';
import { Agent, createServer, request, type Server } from 'node:http';
import { afterEach, expect, test } from 'vitest';
import { drain } from './lifecycle.ts';

let server: Server;
let isStopping = false;
/** Answers wait for this promise. */
let mayAnswer: Promise<void>;
afterEach(() => server.closeAllConnections());

/** Opens a server like the shop's: while the server stops, every answer closes its connection. */
const open = async (): Promise<number> => {
  isStopping = false;
  mayAnswer = Promise.resolve();
  server = createServer(async (_, response) => {
    await mayAnswer;
    if (isStopping) response.setHeader('connection', 'close');
    response.end('done');
  });
  // Idle connections stay open for ever.
  server.keepAliveTimeout = 0;
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
};

const ask = (port: number, agent: Agent): Promise<number | string> =>
  new Promise((done) => {
    request({ port, host: '127.0.0.1', agent }, (answer) => {
      answer.resume().on('end', () => done(answer.statusCode ?? 0));
    })
      .on('error', (error: NodeJS.ErrnoException) => done(error.code ?? error.message))
      .end();
  });

const stop = (graceMs: number): Promise<void> => {
  isStopping = true;
  return drain(server, { graceMs });
};

test('[DEC-08] running requests and requests on idle connections are answered, and new connections are refused', async () => {
  const port = await open();
  const [resting, busy, late] = Array.from({ length: 3 }, () => new Agent({ keepAlive: true, maxSockets: 1 }));
  if (resting === undefined || busy === undefined || late === undefined) throw new Error('no agents');
  expect(await ask(port, resting)).toBe(200);
  const gate = Promise.withResolvers<void>();
  mayAnswer = gate.promise;
  const arrived = once(server, 'request');
  const onItsWay = ask(port, busy);
  await arrived;
  const stopped = stop(60_000);
  expect(await ask(port, late)).toBe('ECONNREFUSED');
  const atRest = ask(port, resting);
  gate.resolve();
  expect([await atRest, await onItsWay]).toEqual([200, 200]);
  await stopped;
});

test('the server waits for an unused connection no longer than the grace period', async () => {
  const port = await open();
  await ask(port, new Agent({ keepAlive: true }));
  await stop(200);
});

test('without connections the server ends immediately', async () => {
  await open();
  await stop(600_000);
});
