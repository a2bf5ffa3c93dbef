import { randomUUID } from 'node:crypto';
import { constants } from 'node:zlib';
import { arrivalMs } from '@ceiba/contract/client';
import type { ShopTerms } from '@ceiba/domain/policies/shop-offers';
import compress from '@fastify/compress';
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import type { Database } from '../db/database.ts';
import { perClient } from '../limits/concurrency-limit.ts';
import { countRendering, rateLimitOf, registerRateLimit } from '../limits/rate-limit.ts';
import type { Config } from '../operations/config.ts';
import { registerHealth } from '../operations/health.ts';
import { drain } from '../operations/lifecycle.ts';
import { type Metrics, registerMetrics, registerMetricsPage } from '../operations/metrics.ts';
import { traceRequests } from '../operations/spans.ts';
import { createCallCache } from '../pages/call-cache.ts';
import { registerDeskPage, registerDevDesk } from '../pages/desk-page.ts';
import { createPageCalls } from '../pages/page-calls.ts';
import { createPages, hasStorefrontBuild, type PagesOptions, registerPages, renderingGate } from '../pages/pages.ts';
import { createResponseCache, type FindPriceChange, type ResponseCache } from '../pages/response-cache.ts';
import { registerRoutes } from './api.ts';
import { sessionCookieOf, staffCookieOf } from './caller.ts';
import { securityHeadersOf } from './content-security.ts';
import { registerMaintenance } from './maintenance.ts';
import { registerDocs } from './openapi.ts';
import {
  clientErrorHandler,
  frameworkErrors,
  guardOrigin,
  handleErrors,
  handleUnknownCalls,
  maxHeaderBytes,
  refuseOddRequests,
  refuseWithoutHost,
} from './refusals.ts';
import { parseJsonBodies } from './request-bodies.ts';
import type { FindApiToken, FindLinkCart, FindSession, FindStaffSession, RecordRefusal, Route } from './route.ts';
import { type MakePicture, registerStaticFiles } from './static-files.ts';
import { guardBodies } from './unread-bodies.ts';

/**
 * Milliseconds without a byte in either direction before a connection is closed, because its client does not read the answer. No call takes
 * this long.
 */
const unreadAnswerMs = 60_000;

/** Maximum bytes of a JSON body, unless the call sets `bodyBytes`. */
const bodyLimit = 16 * 1024;

export interface AppOptions {
  config: Config;
  db: Database;
  log: FastifyBaseLogger;
  metrics: Metrics;
  routes: readonly Route[];
  /** Registers pages outside the API and the storefront: the demo mailbox, sitemap and robots. */
  register: readonly ((app: FastifyInstance) => Promise<void> | void)[];
  /** For tests: checks answers against their schemas. */
  checkAnswers?: boolean;
  /** False in tests of the API alone, which need no storefront. */
  withStorefront?: boolean;
  /** For tests: another storefront, and longer time-outs. */
  storefront?: Pick<PagesOptions, 'loadBuild' | 'gate'>;
  now?: () => Date;
  policy: () => ShopTerms;
  findPriceChange: FindPriceChange;
  findSession: FindSession;
  findLinkCart: FindLinkCart;
  findApiToken: FindApiToken;
  findStaffSession: FindStaffSession;
  recordRefusal: RecordRefusal;
  /** Demo mode only: generates pictures that are requested before they are stored. */
  makePicture?: MakePicture | undefined;
}

export interface App {
  server: FastifyInstance;
  /** Invalidates everything that depends on the tags: pages, cached answers, and the menu of all pages. */
  purge(tags: readonly string[]): void;
  /** Stops accepting requests, finishes running requests, then closes. Meanwhile /ready answers 503 to a load balancer. */
  stop(): Promise<void>;
}

/** Logs one line per request, when it ends. */
const logRequests = (app: FastifyInstance): void => {
  app.addHook('onResponse', (request, reply, done) => {
    const { id: reqId, method } = request;
    const ms = Math.round(reply.elapsedTime * 10) / 10;
    request.log.info({ reqId, method, route: request.routeOptions.url, status: reply.statusCode, ms }, 'answered');
    done();
  });
};

const registerStorefront = async (
  app: FastifyInstance,
  { config, storefront, routes, log, policy, makePicture, checkAnswers = false, now = () => new Date() }: AppOptions,
  responses: ResponseCache,
) => {
  const calls = createPageCalls(routes, {
    ...{ log, now, policy, checkAnswers },
    priceChangeAfter: responses.priceChangeAfter,
  });
  if (config.isDev) {
    const { registerDevStorefront } = await import('../pages/dev-storefront.ts');
    await registerDevDesk(app, config.projectDir, policy, config.mapTiles);
    await registerStaticFiles(app, config, makePicture);
    await registerDevStorefront(app, { projectDir: config.projectDir, publicUrl: config.publicUrl, calls, responses });
    return calls;
  }
  const pages = await createPages({
    buildDir: config.storefrontBuild,
    publicUrl: config.publicUrl,
    sources: { hasTagContainer: config.tagContainer !== undefined, mapTiles: config.mapTiles },
    calls,
    responses,
    now,
    takeRendering: countRendering(app, config.rateLimitFactor),
    gate: perClient(renderingGate, config.rateLimitFactor),
    ...storefront,
  });
  await registerStaticFiles(app, config, makePicture);
  await registerDeskPage(app, config.deskBuild, policy, config.mapTiles);
  registerPages(app, pages);
  return calls;
};

/** Builds the web process: every route of the shop on one Fastify instance. */
export const buildApp = async (options: AppOptions): Promise<App> => {
  const { config, db, metrics, routes, now = () => new Date() } = options;
  let isStopping = false;
  const server = Fastify({
    loggerInstance: options.log,
    // All requests share one logger, because a child logger per request costs more than its one line. Code that logs more adds the request ID.
    childLoggerFactory: (log) => log,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 300 },
    genReqId: () => randomUUID(),
    trustProxy: config.trustedProxies.length > 0 ? config.trustedProxies : false,
    requestTimeout: arrivalMs,
    connectionTimeout: unreadAnswerMs,
    // A request without a body needs no stream.
    http: { optimizeEmptyRequests: true, maxHeaderSize: maxHeaderBytes, requireHostHeader: false },
    clientErrorHandler: clientErrorHandler(options.log),
    frameworkErrors: frameworkErrors(securityHeadersOf(config)),
    forceCloseConnections: 'idle',
  });
  refuseOddRequests(server.server);
  server.addHook('onRequest', refuseWithoutHost);
  guardOrigin(server, config);
  guardBodies(server);
  traceRequests(server);
  if (config.logLevel !== 'silent') logRequests(server);
  registerMaintenance(server, options.policy);
  parseJsonBodies(server);
  handleErrors(server);
  const takeDayBudget = await registerRateLimit(server, { db, now, factor: config.rateLimitFactor });
  await server.register(compress, {
    globalCompression: true,
    // By default the plugin would decompress every request that claims to be compressed, which costs this process work (record 0084).
    globalDecompression: false,
    threshold: 1024,
    // Compresses a whole answer in one step, because a stream per answer costs more than the compression. Quality 4 takes three
    // times as long as quality 2, and its answers are 3 % smaller.
    syncThreshold: 256 * 1024,
    encodings: ['br', 'gzip', 'identity'],
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 2 } },
  });
  const responses = createResponseCache({ maxBytes: config.cacheBytes, findPriceChange: options.findPriceChange, now });
  registerRoutes(server, routes, {
    calls: createCallCache(responses, now),
    isDemo: config.isDemo,
    checkAnswers: options.checkAnswers ?? false,
    now,
    policy: options.policy,
    findSession: options.findSession,
    findLinkCart: options.findLinkCart,
    findApiToken: options.findApiToken,
    findStaffSession: options.findStaffSession,
    recordRefusal: options.recordRefusal,
    sessionCookie: sessionCookieOf(config.publicUrl).name,
    staffCookie: staffCookieOf(config.publicUrl).name,
    rateLimitOf: rateLimitOf(config.rateLimitFactor),
    takeDayBudget,
  });
  handleUnknownCalls(server, routes);
  registerHealth(server, db, () => isStopping);
  server.addHook('onRequest', (_request, reply, done) => {
    if (isStopping) reply.header('connection', 'close');
    done();
  });
  registerDocs(server, config);
  for (const register of options.register) await register(server);
  const isBuilt = options.storefront !== undefined || (await hasStorefrontBuild(config.storefrontBuild));
  const withStorefront = (options.withStorefront ?? true) && isBuilt;
  const calls = withStorefront ? await registerStorefront(server, options, responses) : undefined;
  registerMetrics(server, metrics, db, () => responses.size);
  registerMetricsPage(server, metrics.registry, config);
  return {
    server,
    purge: (tags) => {
      calls?.invalidate(tags);
      responses.invalidate(tags);
    },
    stop: async () => {
      isStopping = true;
      await drain(server.server);
      await server.close();
    },
  };
};
