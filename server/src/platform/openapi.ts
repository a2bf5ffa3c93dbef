import type { EndpointSpec } from '@ceiba/contract/endpoint';
import { endpoints } from '@ceiba/contract/endpoints';
import { errorBody, errorStatus, platformErrors } from '@ceiba/contract/errors';
import { z } from 'zod';

const schemaOf = (schema: z.ZodType, io: 'input' | 'output'): unknown => {
  const { $schema: _, ...json } = z.toJSONSchema(schema, { io, unrepresentable: 'any', reused: 'inline' });
  return json;
};

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

const parametersOf = (schema: z.ZodObject | undefined, place: 'path' | 'query'): unknown[] => {
  if (schema === undefined) return [];
  const json = schemaOf(schema, 'input');
  if (!isRecord(json) || !isRecord(json.properties)) return [];
  const required = Array.isArray(json.required) ? json.required : [];
  return Object.entries(json.properties).map(([name, property]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: property,
  }));
};

/** One answer per status; its description lists the codes that travel with it. */
const refusalsOf = (spec: EndpointSpec): Record<string, unknown> => {
  const byStatus = Map.groupBy(new Set([...spec.errors, ...platformErrors]), (code) => errorStatus[code]);
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => [
      String(status),
      {
        description: codes.join(', '),
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
      },
    ]),
  );
};

const answersOf = (spec: EndpointSpec): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(spec.answers).map(([status, schema]) => [
      status,
      schema === null
        ? { description: 'Done' }
        : { description: 'Answer', content: { 'application/json': { schema: schemaOf(schema, 'output') } } },
    ]),
  );

const operationOf = (spec: EndpointSpec): Record<string, unknown> => ({
  operationId: spec.name,
  tags: [spec.slice],
  summary: spec.summary,
  parameters: [
    ...parametersOf(spec.params, 'path'),
    ...parametersOf(spec.query, 'query'),
    ...(spec.idempotent === true
      ? [{ name: 'Idempotency-Key', in: 'header', required: false, schema: { type: 'string', maxLength: 128 } }]
      : []),
  ],
  ...(spec.body === undefined
    ? {}
    : { requestBody: { required: true, content: { 'application/json': { schema: schemaOf(spec.body, 'input') } } } }),
  responses: { ...answersOf(spec), ...refusalsOf(spec) },
});

/** The API described in OpenAPI 3.1, made from the same endpoints as routes and client. */
export const openApiDocument = (publicUrl: string, isDemo: boolean): Record<string, unknown> => {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const spec of Object.values<EndpointSpec>(endpoints)) {
    if (spec.auth === 'demo' && !isDemo) continue;
    paths[spec.path] = { ...paths[spec.path], [spec.method.toLowerCase()]: operationOf(spec) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Ceiba',
      version: '1',
      description: 'HTTP API of the Ceiba store. Amounts are quetzales with two decimals; times are ISO 8601.',
    },
    servers: [{ url: publicUrl }],
    paths,
    components: { schemas: { Error: schemaOf(errorBody, 'output') } },
  };
};
