import Fastify, { type FastifyReply, type FastifyRequest } from 'fastify';
import { registerCardVault } from './card-vault.ts';
import { PaymentBooks } from './payment-books.ts';
import { paymentRoutes } from './payment-routes.ts';
import { findSignatureFault, type ShopKeys } from './verify-signature.ts';

export const cyberSourceKeys: ShopKeys = {
  merchantId: 'ceiba_pruebas',
  keyId: '5f0c9b0e-5c8e-4c57-9a55-1f3b1a1c0001',
  secret: Buffer.from('canary-secret-of-the-shop-0123456789').toString('base64'),
};

export interface TestCyberSource {
  /** Without a trailing slash. */
  url: string;
  books: PaymentBooks;
  /** The server's clock, which does not move. A test that checks ages shares it with the adapter. */
  now(): Date;
  advance(ms: number): void;
  /** Returns whether a charge of the late card is in progress. */
  isComing(): boolean;
  /** Delivers the charges in progress. */
  arrive(): Promise<void>;
  /** Reason why signatures were rejected, oldest first. */
  signatureFaults: string[];
  /** The bodies of the requested payments. */
  asked: unknown[];
  close(): Promise<void>;
}

/**
 * A test server for CyberSource's REST API, written from its documentation. It verifies digests and signatures, records transactions and answers
 * documented bodies. The sandbox bank's cards have the same outcomes and faults here.
 */
export async function openTestCyberSource(keys: ShopKeys = cyberSourceKeys): Promise<TestCyberSource> {
  let moment = new Date();
  const now = (): Date => moment;
  const books = new PaymentBooks(now);
  const held = new Set<FastifyRequest['raw']['socket']>();
  const late: (() => void)[] = [];
  const signatureFaults: string[] = [];
  const asked: unknown[] = [];

  const app = Fastify({ forceCloseConnections: true });
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'string' }, (_request, text, done) => done(null, text));
  app.addHook('preHandler', async (request, reply) => {
    const text = request.method === 'POST' ? textOf(request) : undefined;
    const { method, url, headers } = request;
    const fault = findSignatureFault({ method, url, headers, text }, keys, now());
    if (fault === null) return undefined;
    signatureFaults.push(fault);
    return reply.code(401).send({ response: { rmsg: 'Authentication Failed' } });
  });
  const cards = registerCardVault(app, textOf);
  paymentRoutes(app, {
    books,
    now,
    cardOfToken: cards.cardOf,
    jsonOf: (request) => JSON.parse(textOf(request)),
    asked,
    hold: (request, reply) => void held.add(takeSocket(request, reply)),
    drop: (request, reply) => void takeSocket(request, reply).destroy(),
    arriveLater: (charge) => void late.push(charge),
  });
  const url = await app.listen({ port: 0, host: '127.0.0.1' });
  return {
    url,
    books,
    now,
    advance: (ms) => {
      moment = new Date(moment.getTime() + ms);
    },
    isComing: () => late.length > 0,
    arrive: async () => {
      for (const charge of late.splice(0)) charge();
    },
    signatureFaults,
    asked,
    close: async () => {
      for (const socket of held) socket.destroy();
      await app.close();
    },
  };
}

const textOf = (request: FastifyRequest): string => (typeof request.body === 'string' ? request.body : '');

function takeSocket(request: FastifyRequest, reply: FastifyReply): FastifyRequest['raw']['socket'] {
  reply.hijack();
  return request.raw.socket;
}
