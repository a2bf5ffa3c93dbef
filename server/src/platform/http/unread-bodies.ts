import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { sendRefusal } from './send-refusal.ts';

/** Milliseconds for which the server still reads from a connection before it closes the connection, so that the client can read the answer. */
export const lingerMs = 2_000;

/** Bytes of an unread body that the server reads and discards after its answer. A client that sends more is disconnected. */
const ignoredBytes = 8 * 1024 * 1024;

const hasBody = ({ raw: { headers } }: FastifyRequest): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) !== 0;

/** Returns whether parts of the body may still arrive, or wait in an unread stream. */
export const isBodyUnread = (request: FastifyRequest): boolean => hasBody(request) && !request.raw.readableEnded;

/**
 * Makes Node close the connection in two steps after an answer with `connection: close`. First the answer and the end of the stream are
 * sent. Then the rest of the body is read for a moment. If a connection is closed with unread bytes, it is reset, and the client loses the
 * answer.
 */
export const drainBeforeClosing = (raw: IncomingMessage): void => {
  const { socket } = raw;
  // An injected request has no connection.
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

/** Closes a request's connection after its answer, because a further request would start somewhere in the unread body. */
export const closeAfterAnswer = ({ raw }: FastifyRequest, reply: FastifyReply): void => {
  reply.header('connection', 'close');
  drainBeforeClosing(raw);
};

/** Returns whether the body is compressed. A transfer coding other than `chunked` also means compression. */
const isCoded = ({ raw: { headers } }: FastifyRequest): boolean =>
  headers['content-encoding'] !== undefined ||
  (headers['transfer-encoding'] !== undefined && headers['transfer-encoding'].toLowerCase() !== 'chunked');

/** No call or page reads a body sent with these methods. */
const isIgnored = ({ method }: FastifyRequest): boolean => method === 'GET' || method === 'HEAD';

/**
 * Refuses compressed bodies (415), because a few hundred bytes can decompress to gigabytes. A connection whose request was not read
 * completely is closed after the answer (record 0084).
 */
export const guardBodies = (app: FastifyInstance): void => {
  app.addHook('onRequest', (request, reply, done) => {
    // This hook closes the connection, because a cached answer skips all later hooks.
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
