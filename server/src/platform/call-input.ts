import type { EndpointSpec } from '@ceiba/contract/endpoint';
import { type ErrorCode, errorStatus } from '@ceiba/contract/errors';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { fieldErrorText, unknownFieldText } from './field-error-text.ts';
import type { Refusal } from './route.ts';

/** Fields that a refusal names, at most: who sends more wrong ones learns of the others when these are right. */
const mostFields = 20;

/** `{ field: message }` of DEC-01: the first message of each field, named by its path. */
const fieldsOf = (error: z.ZodError): Record<string, string> => {
  const fields: Record<string, string> = {};
  const tell = (path: readonly PropertyKey[], message: string): void => {
    if (Object.keys(fields).length < mostFields) fields[path.map(String).join('.') || 'body'] ??= message;
  };
  for (const issue of error.issues) {
    if (issue.code !== 'unrecognized_keys') tell(issue.path, issue.message);
    else for (const key of issue.keys.slice(0, mostFields)) tell([...issue.path, key], unknownFieldText(key));
  }
  return fields;
};

const parse = (
  schema: z.ZodType | undefined,
  value: unknown,
): { ok: true; value: unknown } | { ok: false; fields: Record<string, string> } => {
  if (schema === undefined) return { ok: true, value: undefined };
  const result = schema.safeParse(value, { error: fieldErrorText });
  return result.success ? { ok: true, value: result.data } : { ok: false, fields: fieldsOf(result.error) };
};

const noQuery = z.strictObject({});

/** What a request brings, by the endpoint's schemas; else `fields` tells what is wrong (DEC-01), `onlyParams` that its path alone is. */
export const parseInput = (spec: EndpointSpec, request: Pick<FastifyRequest, 'params' | 'query' | 'body'>) => {
  const parts = {
    params: parse(spec.params, request.params),
    query: parse(spec.query ?? noQuery, request.query),
    body: parse(spec.body, request.body ?? (spec.body === undefined ? undefined : {})),
  };
  const fields: Record<string, string> = {};
  for (const part of Object.values(parts)) if (!part.ok) Object.assign(fields, part.fields);
  const { params, query, body } = parts;
  if (!params.ok || !query.ok || !body.ok)
    return { ok: false as const, fields, onlyParams: !params.ok && query.ok && body.ok };
  return { ok: true as const, value: { params: params.value, query: query.value, body: body.value } };
};

/** A malformed id in the path names nothing: the endpoint's own "not found", where it has one. */
export const refusalOfInput = (spec: EndpointSpec, fields: Record<string, string>, onlyParams: boolean): Refusal => {
  const notFound: ErrorCode | undefined = spec.errors.find((code) => errorStatus[code] === 404);
  return onlyParams && notFound !== undefined ? { code: notFound } : { code: 'VALIDATION_ERROR', metadata: { fields } };
};
