import type { FastifyReply, FastifyRequest } from 'fastify';
import type { PaymentBooks } from './payment-books.ts';

/** The dependencies of the API's routes. */
export interface Desk {
  books: PaymentBooks;
  now(): Date;
  cardOfToken(token: string): { number: string; expiry: string } | undefined;
  jsonOf(request: FastifyRequest): unknown;
  asked: unknown[];
  /** Leaves a request unanswered. */
  hold(request: FastifyRequest, reply: FastifyReply): void;
  /** Closes the connection instead of answering. */
  drop(request: FastifyRequest, reply: FastifyReply): void;
  arriveLater(charge: () => void): void;
}

export const invalid = (reply: FastifyReply, reason: string, fields: string[] = []): FastifyReply =>
  reply.code(400).send({
    status: 'INVALID_REQUEST',
    reason,
    message: 'Declined - One or more fields in the request contains invalid data',
    ...(fields.length > 0 ? { details: fields.map((field) => ({ field, reason: 'INVALID_DATA' })) } : {}),
  });
