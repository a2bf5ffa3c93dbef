import type { FastifyInstance } from 'fastify';

export const isStorable = (value: unknown): boolean => {
  if (typeof value === 'string') return value.isWellFormed() && !value.includes('\0');
  if (typeof value !== 'object' || value === null) return true;
  return Object.entries(value).every(([key, entry]) => isStorable(key) && isStorable(entry));
};

/**
 * What came in place of a body and cannot be read. The call refuses it, once it is known who calls and whether they have proven
 * themselves (DEC-171, DEC-172).
 */
export class UnreadableBody {
  /** The refusal, as the parser throws it: 400. */
  readonly error: Error;

  constructor(error: Error) {
    this.error = error;
  }
}

/**
 * Bodies are JSON and nothing else, and JSON whose texts PostgreSQL can store: no NUL, no half of a surrogate pair. Both can only be written as escapes, so
 * that bodies without one cost nothing. What is no such JSON is told to the call as an `UnreadableBody`.
 */
export const parseJsonBodies = (app: FastifyInstance): void => {
  // Many clients name a type also where they send nothing. Such a request has no stream to read (`optimizeEmptyRequests`),
  // whose end Fastify would await forever.
  app.addHook('onRequest', ({ raw: { headers } }, _reply, done) => {
    const isEmpty = Number(headers['content-length'] ?? 0) === 0 && headers['transfer-encoding'] === undefined;
    if (isEmpty) delete headers['content-type'];
    done();
  });
  app.removeContentTypeParser('text/plain');
  const parseJson = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    parseJson(request, String(body), (error, value) => {
      const isSuspect = /\\u(?:0000|[dD][89a-fA-F])/.test(String(body));
      const refused =
        error === null && isSuspect && !isStorable(value)
          ? Object.assign(new Error('text cannot be stored'), { statusCode: 400 })
          : error;
      done(null, refused === null ? value : new UnreadableBody(refused));
    });
  });
};
