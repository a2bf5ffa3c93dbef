import { randomBytes, randomUUID } from 'node:crypto';
import { constants } from 'node:zlib';
import type { Transport } from '@ceiba/contract/client';
import type { ShopPolicy } from '@ceiba/domain/policies/shop-policy';
import compress from '@fastify/compress';
import Fastify, {
  type FastifyBaseLogger,
  type FastifyError,
  type FastifyInstance,
  type FastifyRequest,
  LogController,
} from 'fastify';
import { registerRoutes, sendRefusal } from './api.ts';
import type { Config } from './config.ts';
import { securityHeaders } from './content-security.ts';
import type { Database } from './database.ts';
import { isDatabaseAway, isOverTime } from './database-away.ts';
import { drain } from './drain.ts';
import { registerHealth } from './health.ts';
import { parseJsonBodies } from './json-bodies.ts';
import { type Metrics, registerMetrics } from './metrics.ts';
import { registerDocs } from './openapi.ts';
import { createPages, hasStorefrontBuild, type Pages, registerPages } from './pages.ts';
import type { FindPriceChange } from './price-change.ts';
import { internalHeader, rateLimitOf, registerRateLimit } from './rate-limit.ts';
import type { Refusal, Route } from './route.ts';
import { registerStaticFiles } from './static-files.ts';

/** The largest JSON body any call needs is an order's, far below this. */
const bodyLimit = 256 * 1024;

export interface AppOptions {
  config: Config;
  db: Database;
  log: FastifyBaseLogger;
  metrics: Metrics;
  routes: readonly Route[];
  /** Pages that are neither API nor storefront (the demo mailbox, sitemap and robots). */
  register: readonly ((app: FastifyInstance) => Promise<void> | void)[];
  /** Tests: answers are checked against their schemas. */
  checkAnswers?: boolean;
  /** Tests of the API alone need no storefront. */
  withStorefront?: boolean;
  now?: () => Date;
  policy: () => ShopPolicy;
  findPriceChange: FindPriceChange;
}

export interface App {
  server: FastifyInstance;
  pages: Pages | undefined;
  /** Takes nothing new, finishes what is in hand, closes. A balancer sees /ready turn 503. */
  stop(): Promise<void>;
}

const isApiPath = (url: string): boolean => /^\/(?:v1|v2|api|demo\/api)(?:\/|$)/.test(url);

/** Same host, or an origin of the configuration (DEC-04, DEC-08). */
const isAllowedOrigin = (request: FastifyRequest, config: Config, origin: string): boolean => {
  if (origin === config.publicUrl || config.allowedOrigins.includes(origin)) return true;
  return URL.canParse(origin) && new URL(origin).host === request.headers.host;
};

const guardOrigin = (app: FastifyInstance, config: Config): void => {
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(securityHeaders);
    if (request.url.includes('%00')) return sendRefusal(reply, { code: 'VALIDATION_ERROR' });
    const { origin } = request.headers;
    if (origin === undefined || !isApiPath(request.url)) return done();
    if (isAllowedOrigin(request, config, origin)) {
      reply.headers({ 'access-control-allow-origin': origin, vary: 'origin' });
      if (request.method !== 'OPTIONS') return done();
      return reply
        .code(204)
        .headers({
          'access-control-allow-methods': 'GET, POST, PATCH, DELETE',
          'access-control-allow-headers': 'Authorization, Content-Type, x-recaptcha, Idempotency-Key',
          'access-control-max-age': '600',
        })
        .send();
    }
    if (request.method !== 'GET' && request.method !== 'HEAD')
      return sendRefusal(reply, { code: 'ORIGIN_NOT_ALLOWED' });
    done();
  });
};

/** Fastify's own refusals in the shop's words; `undefined` for what is a defect. */
const refusalOfFrameworkError = (error: FastifyError): Refusal | undefined => {
  switch (error.statusCode) {
    case 400:
      return {
        code: 'VALIDATION_ERROR',
        metadata: { fields: { body: 'El cuerpo de la solicitud no es JSON válido.' } },
      };
    case 413:
      return { code: 'PAYLOAD_TOO_LARGE' };
    case 414:
      return { code: 'VALIDATION_ERROR' };
    case 415:
      return { code: 'UNSUPPORTED_MEDIA_TYPE' };
    case 429:
      return { code: 'RATE_LIMITED' };
    default:
      return undefined;
  }
};

/** One line a request, when it is over; calls that render a page are part of that page's. */
const logRequests = (app: FastifyInstance, isInternal: (request: FastifyRequest) => boolean): void => {
  app.addHook('onResponse', (request, reply, done) => {
    if (!isInternal(request)) {
      const { id: reqId, method } = request;
      const ms = Math.round(reply.elapsedTime * 10) / 10;
      request.log.info({ reqId, method, route: request.routeOptions.url, status: reply.statusCode, ms }, 'answered');
    }
    done();
  });
};

const handleErrors = (app: FastifyInstance): void => {
  app.setErrorHandler<FastifyError>((error, request, reply) => {
    const refusal = refusalOfFrameworkError(error);
    if (refusal !== undefined) return sendRefusal(reply, refusal);
    if (isDatabaseAway(error)) {
      request.log.warn({ reqId: request.id, err: { message: error.message, code: error.code } }, 'database away');
      return sendRefusal(reply.header('retry-after', '1'), { code: 'NOT_READY' });
    }
    if (isOverTime(error)) {
      request.log.warn({ reqId: request.id, err: error }, 'statement over its time');
      return sendRefusal(reply.header('retry-after', '1'), { code: 'NOT_READY' });
    }
    request.log.error({ reqId: request.id, err: error }, 'unexpected');
    return sendRefusal(reply, { code: 'UNEXPECTED' });
  });
};

/** 404 for unknown addresses of the API, 405 where only the method is wrong. */
const handleUnknownCalls = (app: FastifyInstance, routes: readonly Route[]): void => {
  const patterns = routes.map(({ spec }) => ({
    method: spec.method,
    pattern: new RegExp(`^${spec.path.replace(/\/$/, '').replace(/\{\w+\}/g, '[^/]+')}/?$`),
  }));
  const answer = (request: FastifyRequest, reply: Parameters<typeof sendRefusal>[0]) => {
    const path = request.url.split('?')[0] ?? '/';
    const methods = patterns.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method);
    if (methods.length === 0) return sendRefusal(reply, { code: 'NOT_FOUND' });
    return sendRefusal(reply.header('allow', methods.join(', ')), { code: 'METHOD_NOT_ALLOWED' });
  };
  app.setNotFoundHandler(answer);
  for (const prefix of ['/v1/*', '/v2/*', '/api/*', '/demo/api/*']) app.get(prefix, answer);
};

const transportInto =
  (app: FastifyInstance, secret: string): Transport =>
  async ({ method, url, headers, body }) => {
    const verb = method === 'POST' || method === 'PATCH' || method === 'DELETE' ? method : 'GET';
    const answer = await app.inject({
      method: verb,
      url,
      headers: { ...headers, [internalHeader]: secret, 'accept-encoding': 'identity' },
      ...(body === undefined ? {} : { payload: body }),
    });
    return { status: answer.statusCode, text: answer.payload };
  };

const registerStorefront = async (
  app: FastifyInstance,
  { config, findPriceChange, now = () => new Date() }: AppOptions,
  secret: string,
) => {
  const transport = transportInto(app, secret);
  if (config.isDev) {
    const { registerDevStorefront } = await import('./dev-storefront.ts');
    await registerStaticFiles(app, config.storefrontBuild, config.mediaDir);
    await registerDevStorefront(app, { projectDir: config.projectDir, publicUrl: config.publicUrl, transport });
    return undefined;
  }
  const pages = await createPages({
    buildDir: config.storefrontBuild,
    publicUrl: config.publicUrl,
    transport,
    findPriceChange,
    now,
    cacheBytes: config.pageCacheBytes,
  });
  await registerStaticFiles(app, config.storefrontBuild, config.mediaDir);
  registerPages(app, pages);
  return pages;
};

/** The web process: every route of the shop on one Fastify instance. */
export const buildApp = async (options: AppOptions): Promise<App> => {
  const { config, db, metrics, routes } = options;
  let isStopping = false;
  const server = Fastify({
    loggerInstance: options.log,
    // One log for all: a child for each request costs more than its one line, and those who say more give the id.
    childLoggerFactory: (log) => log,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 300 },
    genReqId: () => randomUUID(),
    trustProxy: config.trustedProxies.length > 0 ? config.trustedProxies : false,
    requestTimeout: 30_000,
    // A request without a body needs no stream to read it from.
    http: { optimizeEmptyRequests: true },
    forceCloseConnections: 'idle',
  });
  const secret = randomBytes(24).toString('base64url');
  const isInternal = (request: FastifyRequest): boolean => request.headers[internalHeader] === secret;
  guardOrigin(server, config);
  if (config.logLevel !== 'silent') logRequests(server, isInternal);
  parseJsonBodies(server);
  handleErrors(server);
  await registerRateLimit(server, isInternal);
  await server.register(compress, {
    global: true,
    threshold: 1024,
    // At once and whole: a stream for each answer costs more than the compression itself, and quality 4 three times as
    // much as quality 2 for answers 3 % smaller.
    syncThreshold: 256 * 1024,
    encodings: ['br', 'gzip', 'identity'],
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 2 } },
  });
  registerRoutes(server, routes, {
    isDemo: config.isDemo,
    checkAnswers: options.checkAnswers ?? false,
    now: options.now ?? (() => new Date()),
    policy: options.policy,
    rateLimitOf: rateLimitOf(config.rateLimitFactor),
  });
  handleUnknownCalls(server, routes);
  registerHealth(server, db, () => isStopping);
  server.addHook('onRequest', (_request, reply, done) => {
    if (isStopping) reply.header('connection', 'close');
    done();
  });
  await registerDocs(server, config);
  for (const register of options.register) await register(server);
  const withStorefront = (options.withStorefront ?? true) && (await hasStorefrontBuild(config.storefrontBuild));
  const pages = withStorefront ? await registerStorefront(server, options, secret) : undefined;
  registerMetrics(server, metrics, db, () => pages?.size ?? 0);
  return {
    server,
    pages,
    stop: async () => {
      isStopping = true;
      await drain(server.server);
      await server.close();
    },
  };
};
