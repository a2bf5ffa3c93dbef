import { type ErrorBody, errorStatus } from '@ceiba/contract/errors';
import type { FastifyReply } from 'fastify';
import { textOfError } from './error-texts.ts';
import { refusalPage, refusalPageHeaders } from './refusal-page.ts';
import { isNavigation } from './request-paths.ts';
import type { Refusal } from './route.ts';

/** The body of DEC-01; `requestId` is told in its metadata. */
export const errorAnswer = ({ code, message, metadata }: Refusal, requestId?: string): ErrorBody => {
  const text = message ?? textOfError(code);
  const extra = requestId === undefined ? metadata : { ...metadata, requestId };
  return {
    status: errorStatus[code],
    message: text,
    error: { code, message: text, metadata: { ...extra, mgtoCode: code } },
  };
};

/** Seconds until a call that was refused may come again, where the refusal says so. */
const waitOf = ({ metadata }: Refusal): { 'retry-after'?: string } =>
  typeof metadata?.retryAfter === 'number' ? { 'retry-after': String(metadata.retryAfter) } : {};

/** Refuses with the body of DEC-01; a person who goes to a page sees a page (DEC-191). Nobody keeps a refusal. */
export const sendRefusal = (reply: FastifyReply, refusal: Refusal): FastifyReply => {
  const answer = errorAnswer(refusal, reply.request.id);
  reply.code(answer.status).headers({ 'cache-control': 'no-store', ...waitOf(refusal) });
  return isNavigation(reply.request)
    ? reply.headers(refusalPageHeaders).send(refusalPage(answer.status, answer.message))
    : reply.type('application/json; charset=utf-8').send(answer);
};
