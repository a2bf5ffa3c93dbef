import { type Server, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import type { FastifyBaseLogger, FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import type { Refusal } from './route.ts';
import { errorAnswer, sendRefusal } from './send-refusal.ts';

/** Bytes of request line and headers together (Node's own default, stated); above it 400 (DEC-191). */
export const maxHeaderBytes = 16 * 1024;

/** How long a refused connection may still be read from, in milliseconds: until then the answer has been taken. */
const lingerMs = 2_000;

const refusalOfBrokenRequest = (code: string | undefined): Refusal => {
  switch (code) {
    case 'HPE_HEADER_OVERFLOW':
      return {
        code: 'VALIDATION_ERROR',
        metadata: { fields: { headers: 'La dirección o los encabezados de la solicitud son demasiado largos.' } },
      };
    case 'HPE_INVALID_METHOD':
      return { code: 'METHOD_NOT_ALLOWED' };
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return {
        code: 'VALIDATION_ERROR',
        metadata: { fields: { body: 'La solicitud tardó demasiado en llegar.' } },
      };
    default:
      return { code: 'VALIDATION_ERROR' };
  }
};

/**
 * Writes a refusal to a connection that has no request to reply to, and closes it. What the client still sends is read
 * for a moment: a connection closed with unread bytes is reset, and takes the answer with it.
 */
const refuseOnSocket = (socket: Duplex, refusal: Refusal): void => {
  if (socket.destroyed || !socket.writable) return;
  const answer = errorAnswer(refusal);
  const body = JSON.stringify(answer);
  const head = [
    `HTTP/1.1 ${answer.status} ${STATUS_CODES[answer.status] ?? ''}`,
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    'cache-control: no-store',
    'x-content-type-options: nosniff',
    'connection: close',
  ];
  socket.on('error', () => socket.destroy());
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
  socket.resume();
  setTimeout(() => socket.destroy(), lingerMs).unref();
};

/** What Node could not read as a request: over-long headers, no HTTP at all, one that never became whole (DEC-191). */
export const clientErrorHandler =
  (log: FastifyBaseLogger) =>
  (error: { code?: string }, socket: Duplex): void => {
    log.debug({ code: error.code }, 'no request');
    if (error.code === 'ECONNRESET') {
      socket.destroy();
      return;
    }
    refuseOnSocket(socket, refusalOfBrokenRequest(error.code));
  };

/** What the router refuses by itself: an address that cannot be decoded (400), a path part longer than any id (404). */
export const frameworkErrors =
  (securityHeaders: Record<string, string>) =>
  (error: FastifyError, _request: FastifyRequest, reply: FastifyReply): void => {
    const code = error.code === 'FST_ERR_BAD_URL' ? 'VALIDATION_ERROR' : 'NOT_FOUND';
    sendRefusal(reply.headers(securityHeaders), { code });
  };

/** Requests Node answers by itself, without the error body: a tunnel, and an expectation other than 100-continue. */
export const refuseOddRequests = (server: Server): void => {
  server.on('connect', (_request, socket) => refuseOnSocket(socket, { code: 'METHOD_NOT_ALLOWED' }));
  server.on('checkExpectation', (request, response) => {
    const answer = errorAnswer({ code: 'VALIDATION_ERROR', metadata: { fields: { expect: 'No se admite.' } } });
    request.resume();
    const body = JSON.stringify(answer);
    response.writeHead(answer.status, {
      'content-type': 'application/json; charset=utf-8',
      'content-length': Buffer.byteLength(body),
      connection: 'close',
    });
    response.end(body);
  });
};

/** HTTP/1.1 wants the header, and Node would refuse by itself, without a body; HTTP/1.0 does not know it. */
export const refuseWithoutHost = (request: FastifyRequest, reply: FastifyReply, done: () => void): void => {
  const { headers, httpVersion } = request.raw;
  if (headers.host !== undefined || httpVersion === '1.0') done();
  else {
    reply.header('connection', 'close');
    sendRefusal(reply, { code: 'VALIDATION_ERROR', metadata: { fields: { host: 'Falta el encabezado Host.' } } });
  }
};

/** Bytes a client may go on sending after its body was refused; one that sends more is not waiting for an answer. */
const ignoredBytes = 8 * 1024 * 1024;

/**
 * Answers 413 on a connection that stays open while the rest of the body is read and thrown away. Fastify would close it
 * at once, with bytes unread: the client gets a broken pipe in place of its answer.
 */
export const refuseLargeBody = (request: FastifyRequest, reply: FastifyReply): FastifyReply => {
  let ignored = 0;
  request.raw.on('data', (chunk: Buffer) => {
    ignored += chunk.length;
    if (ignored > ignoredBytes) request.raw.destroy();
  });
  reply.removeHeader('connection');
  return sendRefusal(reply, { code: 'PAYLOAD_TOO_LARGE' });
};
