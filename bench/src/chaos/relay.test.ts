import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { openRelay } from './relay.ts';

/** A relay to a program that returns the data of each connection after the sender has ended. */
const openEcho = async () => {
  const server = createServer({ allowHalfOpen: true }, (socket: Socket) => {
    socket.on('error', () => {});
    socket.pipe(socket);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const relay = await openRelay(typeof address === 'object' && address !== null ? address.port : 0);
  onTestFinished(async () => {
    await relay.close();
    server.close();
  });
  return relay;
};

test.each([0, 20])('data arrives complete and in order, %d ms later in each direction', async (milliseconds) => {
  const relay = await openEcho();
  relay.delay(milliseconds);
  const socket = connect({ port: relay.port, host: '127.0.0.1', allowHalfOpen: true });
  const pieces = Array.from({ length: 200 }, (_, index) => `${index};`);
  for (const piece of pieces) socket.write(piece);
  socket.end();
  expect(await text(socket)).toBe(pieces.join(''));
});

test('a cut breaks open connections, and the next connection is accepted', async () => {
  const relay = await openEcho();
  const broken = connect(relay.port, '127.0.0.1');
  broken.write('a');
  await once(broken, 'data');
  const failed = once(broken, 'error');
  relay.cut();
  await failed;
  const next = connect({ port: relay.port, host: '127.0.0.1', allowHalfOpen: true });
  next.end('b');
  expect(await text(next)).toBe('b');
});

test('a connection breaks if no program listens behind the relay', async () => {
  const relay = await openRelay(1);
  const socket = connect(relay.port, '127.0.0.1');
  await once(socket, 'error');
  await relay.close();
});
