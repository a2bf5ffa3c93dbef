import type { FastifyReply, FastifyRequest } from 'fastify';
import { type EncodedPage, encodingFor } from './page-body.ts';
import type { CachedPage } from './page-cache.ts';

/** Writes past the framework's reply, which would look at each header again for each shopper. */
const write = (reply: FastifyReply, status: number, { headers, body }: EncodedPage, hit: string): void => {
  const closing = reply.getHeader('connection') === 'close' ? ['connection', 'close'] : [];
  reply.hijack();
  reply.raw.writeHead(status, [...headers, 'x-cache', hit, ...closing]);
  reply.raw.end(body);
};

/** Sends finished bytes, at once where they were sent in this encoding before; `hit` is what `x-cache` says. */
export const sendPage = (
  request: FastifyRequest,
  reply: FastifyReply,
  page: CachedPage,
  hit: string,
): Promise<void> | void => {
  const encoded = page.body.in(encodingFor(request.headers['accept-encoding'] ?? ''));
  if (!(encoded instanceof Promise)) return write(reply, page.status, encoded, hit);
  return encoded.then((made) => write(reply, page.status, made, hit));
};
