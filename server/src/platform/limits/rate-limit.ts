import { callBudgets, dayBudgets, type EndpointSpec, pageBudgets } from '@ceiba/contract/endpoint';
import { dayMs } from '@ceiba/domain/dates/civil-date';
import rateLimit, { type FastifyRateLimitStore, type FastifyRateLimitStoreCtor } from '@fastify/rate-limit';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Counter } from 'prom-client';
import type { Database } from '../db/database.ts';
import { clientOf, clientsOfNetwork, networkOf } from '../http/caller.ts';
import { errorAnswer } from '../http/send-refusal.ts';
import { addCalls, type CallBudgets, createCallBudgets } from './call-budgets.store.ts';

/** Calls, renderings and writes refused because their address had used a budget up. Of the process, as `outboundSeconds` is. */
export const budgetRefusals = new Counter({
  name: 'ceiba_budget_refusals_total',
  help: 'Requests refused because an address had used up a budget, by the name of the budget',
  labelNames: ['budget'],
  registers: [],
});

const budgets = { ...callBudgets, ...pageBudgets };
for (const budget of Object.keys(budgets)) budgetRefusals.inc({ budget }, 0);

export interface RateLimitOptions {
  db: Database;
  now: () => Date;
  /** RATE_LIMIT_FACTOR, of the days' budgets; those of calls come with their routes. */
  factor: number;
}

/**
 * A cart's calls are counted for the cart, in its address's budget; the address itself has so many times as much for all its carts
 * together, as thousands of telephones may share one (record 0066).
 */
const cartsOfAddress = 4;

/** Where carts have counts of their own; what may be guessed or is dear is its address's alone. */
const budgetsOfCarts: readonly string[] = ['write', 'read'];

/** Who a call is counted for: its client, and the cart that its path names. */
const callerOf = (request: FastifyRequest): string => {
  const [, cart] = /^\/v1\/carts\/([0-9a-f-]{36})(?:[/?]|$)/.exec(request.url) ?? [];
  return cart === undefined ? clientOf(request.ip) : `${clientOf(request.ip)} ${cart}`;
};

/** Counts a call for its cart, its client and, where that is one of many of a network, for the network too. */
const takeFor = async (counts: CallBudgets, budget: Parameters<CallBudgets['take']>[0], client: string, weight = 1) => {
  const [address = '', cart] = client.split(' ');
  const taken =
    cart === undefined || !budgetsOfCarts.includes(budget.name)
      ? await takeOfBoth(counts, budget, address, weight)
      : await takeOfCart(counts, budget, { address, cart }, weight);
  if (taken.calls > budget.max) budgetRefusals.inc({ budget: budget.name });
  return taken;
};

/**
 * Of the address first: where that refuses, no count of an invented cart is begun. A cart that has used its own up gives back what it
 * took of its address's, so that it takes nothing from the other carts.
 */
const takeOfCart = async (
  counts: CallBudgets,
  budget: Parameters<CallBudgets['take']>[0],
  { address, cart }: { address: string; cart: string },
  weight: number,
) => {
  const ofAll = { ...budget, name: `${budget.name}-carts`, max: budget.max * cartsOfAddress };
  const all = await takeOfBoth(counts, ofAll, address, weight);
  if (all.calls > ofAll.max) return { ...all, calls: budget.max + 1 };
  const own = await counts.take({ ...budget, name: `${budget.name}-cart` }, `${address} ${cart}`, weight);
  if (own.calls > budget.max) await takeOfBoth(counts, ofAll, address, -weight);
  return own;
};

const takeOfBoth = async (
  counts: CallBudgets,
  budget: Parameters<CallBudgets['take']>[0],
  client: string,
  weight: number,
) => {
  const own = await counts.take(budget, client, weight);
  const network = networkOf(client);
  if (network === client || own.calls > budget.max) return own;
  const most = budget.max * clientsOfNetwork;
  const all = await counts.take({ ...budget, max: most }, network, weight);
  return all.calls > most ? { ...all, calls: budget.max + 1 } : own;
};

/** The counts as the library's store: each route's child counts for the group that its route belongs to. */
const storeOver = (counts: CallBudgets): FastifyRateLimitStoreCtor =>
  class GroupStore implements FastifyRateLimitStore {
    readonly #group: string;

    constructor(options: object) {
      this.#group = 'groupId' in options && typeof options.groupId === 'string' ? options.groupId : 'none';
    }

    incr(
      caller: string,
      callback: (error: Error | null, result?: { current: number; ttl: number }) => void,
      windowMs: number,
      max: number,
    ): void {
      const name = this.#group;
      // The library writes the group behind the client of a route.
      const client = caller.endsWith(name) ? caller.slice(0, -name.length) : caller;
      takeFor(counts, { name, max, windowMs }, client).then(
        ({ calls, remainingMs }) => callback(null, { current: calls, ttl: remainingMs }),
        (error: Error) => callback(error),
      );
    }

    child(options: object): FastifyRateLimitStore {
      return new GroupStore(options);
    }
  };

/**
 * Counts what a call is about to have kept, by the body as it was read; one that is refused after all gives it back. `waitSeconds`:
 * its address had too much of it today.
 */
export type TakeDayBudget = (
  spec: Pick<EndpointSpec, 'keeps'>,
  body: unknown,
  client: string,
) => Promise<{ waitSeconds: number } | { giveBack(): Promise<void> }>;

/** Sums of bytes are an integer of the database. */
const mostBytes = 1_000_000_000;

const takeDayBudgetOf =
  (counts: CallBudgets, factor: number): TakeDayBudget =>
  async ({ keeps }, body, client) => {
    if (keeps === undefined) return { giveBack: async () => {} };
    const max = Math.min(Math.ceil(dayBudgets[keeps.of] * factor), mostBytes);
    const bytes = keeps.bytes + Buffer.byteLength(JSON.stringify(body ?? {}));
    const count = (weight: number) =>
      takeFor(counts, { name: `day-${keeps.of}`, max, windowMs: dayMs }, client, weight);
    const taken = await count(bytes);
    if (taken.calls > max) return { waitSeconds: Math.max(1, Math.ceil(taken.remainingMs / 1_000)) };
    return { giveBack: async () => void (await count(-bytes)) };
  };

/** Budgets of DEC-167: one count for each group and address, over all its routes and all nodes (record 0011). Gives what counts days' bytes. */
export const registerRateLimit = async (
  app: FastifyInstance,
  { db, now, factor }: RateLimitOptions,
): Promise<TakeDayBudget> => {
  const counts = createCallBudgets({
    addCalls: (calls) => addCalls(db.write, calls),
    now,
    onFailure: (error) => app.log.warn({ err: error }, 'calls are counted on this node only'),
  });
  await app.register(rateLimit, {
    global: false,
    keyGenerator: callerOf,
    store: storeOver(counts),
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
  return takeDayBudgetOf(counts, factor);
};

const limitOf = (name: keyof typeof budgets, factor: number) => ({
  max: Math.ceil(budgets[name].calls * factor),
  timeWindow: budgets[name].seconds * 1_000,
  groupId: name,
});

/** Route options: the budget of an endpoint. */
export const rateLimitOf =
  (factor: number) =>
  (spec: EndpointSpec): object => ({ rateLimit: limitOf(spec.limit, factor) });

/** Route options: the budgets of looking at the page that stops mails, and of posting to it. */
export const stopLimits = (factor: number): { look: object; post: object } => ({
  look: { rateLimit: limitOf('stopPage', factor) },
  post: { rateLimit: limitOf('stopMails', factor) },
});

/** Route options: the budget of the API's reference. */
export const documentLimit = (factor: number): object => ({ rateLimit: limitOf('document', factor) });

/** Route options: the budget of sitemap files. */
export const sitemapLimit = (factor: number): object => ({ rateLimit: limitOf('sitemap', factor) });

/** Counts a rendering; seconds to wait when the address had too many, else undefined. */
export const takeRenderingOf = (
  app: FastifyInstance,
  factor: number,
): ((request: FastifyRequest) => Promise<number | undefined>) => {
  const take = app.createRateLimit(limitOf('rendering', factor));
  return async (request) => {
    const verdict = await take(request);
    return !verdict.isAllowed && verdict.isExceeded ? verdict.ttlInSeconds : undefined;
  };
};

/** A budget of the shop's policy, multiplied by RATE_LIMIT_FACTOR (DEC-167): at least one, at most what a column holds. */
export const withFactor = (budget: number, factor: number): number =>
  Math.min(Math.max(1, Math.floor(budget * factor)), 2_000_000_000);
