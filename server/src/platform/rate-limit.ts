import { callsPerMinute, type EndpointSpec } from '@ceiba/contract/endpoint';
import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { errorAnswer } from './api.ts';

/** Server rendering calls the API in this process with this header; nobody outside can know it. */
export const internalHeader = 'x-ceiba-internal';

/** Counts are kept per node: behind a balancer an address gets its budget on each node it reaches. */
export const registerRateLimit = async (
  app: FastifyInstance,
  isInternal: (request: FastifyRequest) => boolean,
): Promise<void> => {
  await app.register(rateLimit, {
    global: false,
    cache: 20_000,
    allowList: isInternal,
    addHeadersOnExceeding: { 'x-ratelimit-limit': false, 'x-ratelimit-remaining': false, 'x-ratelimit-reset': false },
    addHeaders: {
      'x-ratelimit-limit': false,
      'x-ratelimit-remaining': false,
      'x-ratelimit-reset': false,
      'retry-after': true,
    },
    errorResponseBuilder: (request) =>
      Object.assign(new Error('rate limited'), {
        statusCode: 429,
        ...errorAnswer({ code: 'RATE_LIMITED' }, request.id),
      }),
  });
};

export const rateLimitOf =
  (factor: number) =>
  (spec: EndpointSpec): object => ({
    rateLimit: { max: Math.ceil(callsPerMinute[spec.limit] * factor), timeWindow: 60_000, groupId: spec.limit },
  });
