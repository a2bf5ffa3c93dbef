import { createServer } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { openConnection, readAnswer, requestOf } from './http-connection.ts';

const bytes = (...lines: string[]): Buffer => Buffer.from(lines.join('\r\n'));
const sized = bytes('HTTP/1.1 200 OK', 'content-type: text/plain', 'Content-Length: 6', '', 'Cobán');
const chunked = bytes('HTTP/1.1 200 OK', 'Transfer-Encoding: chunked', '', '3', 'Cob', '3;x=1', 'án', '0', '', '');

test.each([
  ['with a content length', sized],
  ['in chunks', chunked],
])('a response sent %s is complete with its last byte', (_, whole) => {
  for (let length = 0; length < whole.length; length += 1)
    expect(readAnswer(whole.subarray(0, length))).toBe(undefined);
  const answer = readAnswer(whole);
  expect([answer?.status, answer?.body.toString('utf8')]).toEqual([200, 'Cobán']);
});

test.each([204, 304])('a response with status %d has no body', (status) => {
  expect(readAnswer(bytes(`HTTP/1.1 ${status} x`, '', ''))).toMatchObject({ status, body: Buffer.alloc(0) });
});

test.each([
  ['another protocol', bytes('SSH-2.0-OpenSSH', '', '')],
  ['a response without length and chunks', bytes('HTTP/1.1 200 OK', 'connection: close', '', 'Cobán')],
  ['a chunk without its size', bytes('HTTP/1.1 200 OK', 'transfer-encoding: chunked', '', 'zz', 'Cob', '')],
])('a response %s is refused', (_, wrong) => {
  expect(() => readAnswer(wrong)).toThrow();
});

test('the length of a body is counted in bytes', () => {
  const request = requestOf('POST', '/v1/carts/', { body: { city: 'Cobán' } }).toString('utf8');
  expect(request).toContain('content-length: 17\r\n');
  expect(request.endsWith('\r\n\r\n{"city":"Cobán"}')).toBe(true);
  expect(requestOf('GET', '/', { headers: { accept: 'a/b' } }).toString('utf8')).toMatch(
    /^GET \/ HTTP\/1\.1\r\n.*\r\n\r\n$/s,
  );
});

test('an unreadable response fails its request, and every later request', async () => {
  const server = createServer((socket) => socket.on('data', () => socket.write('HTTP/1.1 200 OK\r\n\r\nwhat?')));
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  onTestFinished(() => void server.close());
  const address = server.address();
  const connection = await openConnection(typeof address === 'object' && address !== null ? address.port : 0);
  await expect(connection.send(requestOf('GET', '/'))).rejects.toThrow('without a length');
  await expect(connection.send(requestOf('GET', '/'))).rejects.toThrow('without a length');
});
