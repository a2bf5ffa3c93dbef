import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { deskEndpoints } from '@ceiba/contract/desk/endpoints';
import { type EndpointSpec, idempotencyKeyMaxLength } from '@ceiba/contract/endpoint';
import { endpoints } from '@ceiba/contract/endpoints';
import { errorBody, errorStatus, platformErrors } from '@ceiba/contract/errors';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { documentLimit } from '../limits/rate-limit.ts';
import type { Config } from '../operations/config.ts';
import { encodingFor, ResponseBody } from './response-body.ts';

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

/** Describes one answer per status. Each description lists the error codes of its status. */
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
        : {
            description: 'Answer',
            content: {
              [spec.file ?? 'application/json']: {
                schema: spec.file === undefined ? schemaOf(schema, 'output') : { type: 'string' },
              },
            },
          },
    ]),
  );

const bodyTypeOf = ({ form }: EndpointSpec): string =>
  form === undefined ? 'application/json' : 'multipart/form-data';

const operationOf = (spec: EndpointSpec): Record<string, unknown> => ({
  operationId: spec.name,
  tags: [spec.slice],
  summary: spec.summary,
  ...(spec.permission === undefined ? {} : { 'x-permission': spec.permission }),
  parameters: [
    ...parametersOf(spec.params, 'path'),
    ...parametersOf(spec.query, 'query'),
    ...(spec.idempotent !== undefined
      ? [
          {
            name: 'Idempotency-Key',
            in: 'header',
            required: spec.idempotent === 'required',
            schema: { type: 'string', maxLength: idempotencyKeyMaxLength },
          },
        ]
      : []),
    ...(spec.captcha === undefined
      ? []
      : [{ name: 'x-recaptcha', in: 'header', required: spec.captcha === 'always', schema: { type: 'string' } }]),
  ],
  ...(spec.body === undefined
    ? {}
    : { requestBody: { required: true, content: { [bodyTypeOf(spec)]: { schema: schemaOf(spec.body, 'input') } } } }),
  responses: { ...answersOf(spec), ...refusalsOf(spec) },
});

/** Builds the OpenAPI 3.1 document from the endpoints, which are also the source of the routes and the client. */
const openApiDocument = (publicUrl: string, isDemo: boolean): Record<string, unknown> => {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const spec of [...Object.values<EndpointSpec>(endpoints), ...Object.values<EndpointSpec>(deskEndpoints)]) {
    if (spec.auth === 'demo' && !isDemo) continue;
    paths[spec.path] = { ...paths[spec.path], [spec.method.toLowerCase()]: operationOf(spec) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Store API',
      version: '1',
      description: 'HTTP API of the store. Amounts are quetzales with two decimals; times are ISO 8601.',
    },
    servers: [{ url: publicUrl }],
    paths,
    components: { schemas: { Error: schemaOf(errorBody, 'output') } },
  };
};

const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Store API</title>
<link rel="stylesheet" href="/docs/files/swagger-ui.css">
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
</head>
<body>
<div id="reference"></div>
<script src="/docs/files/swagger-ui-bundle.js"></script>
<script src="/docs/start.js"></script>
</body>
</html>
`;

const start = `window.SwaggerUIBundle({ url: '/openapi.json', dom_id: '#reference', deepLinking: true });
`;

/** This quality takes a tenth of the time of the best quality, and the result is hardly larger. */
const brotliQuality = 5;

/** The reference's own scripts write style attributes. Only this page allows that. */
const policy =
  "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; object-src 'none'; frame-ancestors 'none'";

/** Returns the documents of the API reference, by path. Each document is built and compressed once, at its first request. */
const documentsOf = (
  config: Config,
): Record<string, { headers: Record<string, string>; read: () => Promise<Buffer> }> => {
  const files = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));
  const bytes = (text: string) => async () => Buffer.from(text);
  const library = (name: string, type: string) => ({
    headers: { 'content-type': `${type}; charset=utf-8`, 'cache-control': 'public, max-age=86400' },
    read: () => readFile(join(files, name)),
  });
  return {
    '/openapi.json': {
      headers: { 'content-type': 'application/json; charset=utf-8' },
      read: async () => Buffer.from(JSON.stringify(openApiDocument(config.publicUrl, config.isDemo))),
    },
    '/docs': {
      headers: { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': policy },
      read: bytes(page),
    },
    '/docs/start.js': { headers: { 'content-type': 'text/javascript; charset=utf-8' }, read: bytes(start) },
    '/docs/files/swagger-ui.css': library('swagger-ui.css', 'text/css'),
    '/docs/files/swagger-ui-bundle.js': library('swagger-ui-bundle.js', 'text/javascript'),
  };
};

/** Serves `/openapi.json`, and the same document as a page at `/docs`. */
export const registerDocs = (app: FastifyInstance, config: Config): void => {
  for (const [path, { headers, read }] of Object.entries(documentsOf(config))) {
    let body: Promise<ResponseBody> | undefined;
    app.get(path, { config: documentLimit(config.rateLimitFactor) }, async (request, reply) => {
      body ??= read().then((text) => new ResponseBody(headers, text, brotliQuality));
      body.catch(() => {
        body = undefined;
      });
      const encoding = encodingFor(request.headers['accept-encoding'] ?? '');
      const encoded = await (await body).in(encoding);
      const named = encoding === 'identity' ? headers : { ...headers, 'content-encoding': encoding };
      return reply.headers({ ...named, vary: 'accept-encoding' }).send(encoded.body);
    });
  }
};
