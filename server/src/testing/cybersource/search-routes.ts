import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Desk } from './desk.ts';
import type { BookedTransaction } from './payment-books.ts';

const searchBody = z.strictObject({
  save: z.literal(false),
  name: z.string(),
  timezone: z.string(),
  query: z.string(),
  offset: z.int().min(0),
  limit: z.int().min(1).max(2_000),
  sort: z.enum(['submitTimeUtc:desc', 'submitTimeUtc:asc']),
});

type Fits = (transaction: BookedTransaction) => boolean;

/** Parses the two supported filters: a reference, and a time range without its end. */
function filterOf(query: string): Fits | undefined {
  const code = /^clientReferenceInformation\.code:(\w+)$/.exec(query)?.[1];
  if (code !== undefined) return (transaction) => transaction.code === code;
  const [, from = '', to = ''] = /^submitTimeUtc:\[(\S+) TO (\S+)\}$/.exec(query) ?? [];
  const [begin, end] = [Date.parse(from), Date.parse(to)];
  if (Number.isNaN(begin) || Number.isNaN(end)) return undefined;
  return ({ at }) => at.getTime() >= begin && at.getTime() < end;
}

const summaryOf = ({ id, at, code, applications, asked, refundedReference }: BookedTransaction) => ({
  id,
  submitTimeUtc: `${at.toISOString().slice(0, 19)}Z`,
  merchantId: 'ceiba_pruebas',
  applicationInformation: {
    applications: applications.map(({ name, reasonCode }) => ({
      name,
      reasonCode,
      rCode: reasonCode === '100' ? '1' : '0',
    })),
  },
  clientReferenceInformation: { code, applicationName: 'REST API', partner: {} },
  orderInformation: { amountDetails: { totalAmount: (asked / 100).toFixed(2), currency: 'GTQ' } },
  processorInformation: { processor: { name: 'vdcvisanet' }, approvalCode: '888888' },
  ...(refundedReference === undefined ? {} : { merchantDefinedInformation: [{ key: '1', value: refundedReference }] }),
});

export function searchRoutes(app: FastifyInstance, { books, jsonOf }: Desk): void {
  app.post('/tss/v2/searches', async (request, reply) => {
    const { query, offset, limit, sort } = searchBody.parse(jsonOf(request));
    const fits = filterOf(query);
    if (fits === undefined) return reply.code(400).send({ status: 'INVALID_REQUEST', reason: 'INVALID_QUERY' });
    const found = books.all.filter((each) => !each.isHidden && fits(each));
    if (sort === 'submitTimeUtc:desc') found.reverse();
    const page = found.slice(offset, offset + limit);
    return reply.code(201).send({
      searchId: '9f1c9b0e-5c8e-4c57-9a55-1f3b1a1c0001',
      query,
      offset,
      limit,
      sort,
      count: page.length,
      totalCount: found.length,
      ...(page.length === 0 ? {} : { _embedded: { transactionSummaries: page.map(summaryOf) } }),
    });
  });
}
