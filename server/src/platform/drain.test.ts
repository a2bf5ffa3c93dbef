import { Agent, createServer, request, type Server } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import { drain } from './drain.ts';

let server: Server;
let isStopping = false;
afterEach(() => server.closeAllConnections());

/** As the shop does: while it stops, every answer ends its connection. */
const open = async (): Promise<number> => {
  isStopping = false;
  server = createServer((_, response) => {
    setTimeout(() => {
      if (isStopping) response.setHeader('connection', 'close');
      response.end('done');
    }, 100);
  });
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

test('[DEC-08] a request on its way and one on a connection at rest are answered; a new connection is refused', async () => {
  const port = await open();
  const [resting, busy, late] = Array.from({ length: 3 }, () => new Agent({ keepAlive: true, maxSockets: 1 }));
  if (resting === undefined || busy === undefined || late === undefined) throw new Error('no agents');
  expect(await ask(port, resting)).toBe(200);
  const onItsWay = ask(port, busy);
  await sleep(50);
  const stopped = stop(300);
  await sleep(10);
  expect(await ask(port, late)).toBe('ECONNREFUSED');
  expect([await ask(port, resting), await onItsWay]).toEqual([200, 200]);
  await stopped;
});

test('a connection nobody uses any more is waited for no longer than the grace', async () => {
  const port = await open();
  await ask(port, new Agent({ keepAlive: true }));
  const start = performance.now();
  await stop(200);
  expect(performance.now() - start).toBeGreaterThanOrEqual(190);
  expect(performance.now() - start).toBeLessThan(2_000);
});

test('without connections it ends at once', async () => {
  await open();
  const start = performance.now();
  await stop(5_000);
  expect(performance.now() - start).toBeLessThan(1_000);
});
