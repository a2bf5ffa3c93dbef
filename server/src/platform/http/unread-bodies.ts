import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { sendRefusal } from './send-refusal.ts';

/** Milliseconds for which the server still reads from a connection that it is about to close: until then the client has taken its answer. */
export const lingerMs = 2_000;

/** Bytes of an unread body that the server reads and throws away after its answer. A client that sends more is cut off. */
const ignoredBytes = 8 * 1024 * 1024;

const hasBody = ({ raw: { headers } }: FastifyRequest): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) !== 0;

/** Whether bytes of the body may still be on their way, or wait in a stream that nobody reads. */
export const isBodyUnread = (request: FastifyRequest): boolean => hasBody(request) && !request.raw.readableEnded;

/**
 * Makes Node close the connection in two steps after an answer with `connection: close`. The answer and the end of the stream go out at once;
 * the rest of the body is read for a moment. A connection that is closed with unread bytes is reset, and the client loses its answer.
 */
export const readOnBeforeClosing = (raw: IncomingMessage): void => {
  const { socket } = raw;
  // A request that was injected has no connection.
  if (!('destroySoon' in socket)) return;
  // Node calls this method of the socket when the answer has been written.
  const closeAtOnce = socket.destroySoon.bind(socket);
  let ignored = 0;
  raw.unpipe();
  raw.on('data', (chunk: Buffer) => {
    ignored += chunk.length;
    if (ignored > ignoredBytes) socket.destroy();
  });
  socket.destroySoon = () => {
    if (raw.readableEnded) {
      closeAtOnce();
      return;
    }
    socket.end();
    raw.once('end', closeAtOnce);
    setTimeout(() => socket.destroy(), lingerMs).unref();
  };
};

/** Closes the connection of a request after its answer: the next request on it would begin somewhere in this one's body. */
export const closeAfterAnswer = ({ raw }: FastifyRequest, reply: FastifyReply): void => {
  reply.header('connection', 'close');
  readOnBeforeClosing(raw);
};

/** A transfer coding other than `chunked` is a compressed body under another name. */
const isCoded = ({ raw: { headers } }: FastifyRequest): boolean =>
  headers['content-encoding'] !== undefined ||
  (headers['transfer-encoding'] !== undefined && headers['transfer-encoding'].toLowerCase() !== 'chunked');

/** No call and no page reads a body that comes with these methods. */
const isIgnored = ({ method }: FastifyRequest): boolean => method === 'GET' || method === 'HEAD';

/**
 * Refuses compressed bodies (415): a few hundred bytes of them unpack to gigabytes. A connection whose request was not read to its end is
 * closed after the answer, whatever the answer is (record 0084).
 */
export const guardBodies = (app: FastifyInstance): void => {
  app.addHook('onRequest', (request, reply, done) => {
    // Here, because an answer from the cache runs no hook behind this one.
    if (isIgnored(request) && hasBody(request)) closeAfterAnswer(request, reply);
    if (isCoded(request)) {
      sendRefusal(reply, { code: 'UNSUPPORTED_MEDIA_TYPE' });
      return;
    }
    done();
  });
  app.addHook('onSend', (request, reply, payload, done) => {
    if (!isIgnored(request) && isBodyUnread(request)) closeAfterAnswer(request, reply);
    done(null, payload);
  });
};
