import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import type { Config } from './config.ts';
import { openApiDocument } from './openapi.ts';

const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Ceiba API</title>
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

/** The reference's own scripts write style attributes; only this page allows that. */
const policy =
  "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; object-src 'none'; frame-ancestors 'none'";

/** `/openapi.json`, and the same document to read at `/docs`. */
export const registerDocs = async (app: FastifyInstance, config: Config): Promise<void> => {
  const document = JSON.stringify(openApiDocument(config.publicUrl, config.isDemo));
  app.get('/openapi.json', (_request, reply) => reply.type('application/json').send(document));
  const files = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));
  await app.register(fastifyStatic, {
    root: files,
    prefix: '/docs/files/',
    decorateReply: false,
    index: false,
    maxAge: '1d',
  });
  app.get('/docs', (_request, reply) => reply.type('text/html').header('content-security-policy', policy).send(page));
  app.get('/docs/start.js', (_request, reply) => reply.type('text/javascript').send(start));
};
