import { connect } from 'node:net';
import { Readable } from 'node:stream';
import Fastify from 'fastify';
import { expect, onTestFinished, test } from 'vitest';
import { createLog } from '../operations/log.ts';
import { handleErrors } from './refusals.ts';

/** Opens a shop with one file whose stream never ends, and collects its log. */
const openShop = async () => {
  const lines: { level: number; msg: string; err?: unknown }[] = [];
  const log = createLog('info', { write: (line: string) => void lines.push(JSON.parse(line)) });
  const app = Fastify({ loggerInstance: log, http: { optimizeEmptyRequests: true } });
  handleErrors(app);
  let asked = (): void => {};
  const isAsked = new Promise<void>((done) => {
    asked = done;
  });
  app.get('/file', (_request, reply) => {
    setImmediate(asked);
    return reply.send(new Readable({ read: () => {} }));
  });
  app.get('/defect', () => {
    throw Object.assign(new Error('Premature close'), { code: 'ERR_STREAM_PREMATURE_CLOSE' });
  });
  app.get('/deadlock', () => {
    throw Object.assign(new Error('deadlock detected'), { code: '40P01' });
  });
  const url = new URL(await app.listen({ host: '127.0.0.1', port: 0 }));
  onTestFinished(() => app.close());
  return { app, lines, isAsked, port: Number(url.port) };
};

test('if a browser leaves while a file is sent, one line is logged without an error', async () => {
  const { lines, isAsked, port } = await openShop();
  const socket = connect({ host: '127.0.0.1', port });
  socket.write('GET /file HTTP/1.1\r\nhost: shop.test\r\n\r\n');
  await isAsked;
  socket.destroy();
  await expect.poll(() => lines.map(({ msg }) => msg)).toContain('aborted');
  expect(lines.filter(({ level, err }) => level > 30 || err !== undefined)).toEqual([]);
});

test('the same error code is a defect if the browser is still waiting', async () => {
  const { app, lines } = await openShop();
  expect((await app.inject({ url: '/defect' })).statusCode).toBe(500);
  expect(lines.filter(({ level }) => level === 50).map(({ msg }) => msg)).toEqual(['unexpected']);
});

test('a call that was canceled because of a deadlock gets a 503 with Retry-After', async () => {
  const { app } = await openShop();
  const { statusCode, headers } = await app.inject({ url: '/deadlock' });
  expect({ statusCode, after: headers['retry-after'] }).toEqual({ statusCode: 503, after: '1' });
});
