import { callBudgets, dayBudgets, type EndpointSpec, pageBudgets } from '@ceiba/contract/endpoint';
import { dayMs } from '@ceiba/domain/dates/civil-date';
import rateLimit, { type FastifyRateLimitStore, type FastifyRateLimitStoreCtor } from '@fastify/rate-limit';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Counter } from 'prom-client';
import type { Database } from '../db/database.ts';
import { clientOf, clientsOfNetwork, networkOf, type TakeDayBudget } from '../http/caller.ts';
import { errorAnswer } from '../http/send-refusal.ts';
import { addCalls, type CallBudgets, createCallBudgets, type TakenCalls } from './call-budgets.store.ts';

/**
 * Counts calls, renderings and writes that were refused because their address had used up a budget. Each process has one counter, like
 * `outboundSeconds`.
 */
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
  /** RATE_LIMIT_FACTOR for the daily budgets. The routes pass the factor for the budgets of calls. */
  factor: number;
}

/**
 * A cart's calls count for the cart, with the same budget as for one address. The address has this multiple for all its carts together,
 * because thousands of telephones may share one address (record 0066).
 */
const cartsOfAddress = 4;

/** Budgets with a separate count for each cart. Calls that allow guessing or are expensive count only for the address. */
const budgetsOfCarts: readonly string[] = ['write', 'read'];

/** Returns the key that a call counts for: its client, and the cart in its path. */
const callerOf = (request: FastifyRequest): string => {
  const [, cart] = /^\/v1\/carts\/([0-9a-f-]{36})(?:[/?]|$)/.exec(request.url) ?? [];
  return cart === undefined ? clientOf(request.ip) : `${clientOf(request.ip)} ${cart}`;
};

const giveAllBack = (...taken: readonly TakenCalls[]): void => {
  for (const each of taken) each.giveBack();
};

/** Counts a call for its cart and its client. If the client is one of many in a network, also counts it for the network. */
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
 * Counts for the address first. If the address exceeds its budget, no count starts for an invented cart ID. If the cart is over
 * its budget, the address gets the call back, so that other carts lose nothing.
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
  if (own.calls > budget.max) all.giveBack();
  return { ...own, giveBack: () => giveAllBack(own, all) };
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
  return all.calls > most ? { ...all, calls: budget.max + 1 } : { ...own, giveBack: () => giveAllBack(own, all) };
};

/** Adapts the counts to the library's store. Each route's child store counts for the route's group. */
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
      // The library appends the group to the client's key.
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

/** Maximum sum of bytes that the database's integer column holds. */
const maxBytes = 1_000_000_000;

const takeDayBudgetOf =
  (counts: CallBudgets, factor: number): TakeDayBudget =>
  async ({ dayBytes }, body, client) => {
    if (dayBytes === undefined) return { giveBack: () => {} };
    const max = Math.min(Math.ceil(dayBudgets[dayBytes.of] * factor), maxBytes);
    const bytes = dayBytes.bytes + Buffer.byteLength(JSON.stringify(body ?? {}));
    const taken = await takeFor(counts, { name: `day-${dayBytes.of}`, max, windowMs: dayMs }, client, bytes);
    if (taken.calls > max) return { waitSeconds: Math.max(1, Math.ceil(taken.remainingMs / 1_000)) };
    return { giveBack: taken.giveBack };
  };

/**
 * Registers the budgets of DEC-167: one count per group and address, over all routes and all nodes (record 0011). Returns the function that
 * counts daily bytes.
 */
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

/** Returns the route options for an endpoint's budget. */
export const rateLimitOf =
  (factor: number) =>
  (spec: EndpointSpec): object => ({ rateLimit: limitOf(spec.limit, factor) });

/** Returns the route options for viewing and for posting the page that stops mails. */
export const stopLimits = (factor: number): { look: object; post: object } => ({
  look: { rateLimit: limitOf('stopPage', factor) },
  post: { rateLimit: limitOf('stopMails', factor) },
});

/** Returns the route options for the API reference. */
export const documentLimit = (factor: number): object => ({ rateLimit: limitOf('document', factor) });

/** Returns the route options for sitemap files. */
export const sitemapLimit = (factor: number): object => ({ rateLimit: limitOf('sitemap', factor) });

/** Counts a rendering. Returns the seconds to wait if the address has had too many renderings. Undefined otherwise. */
export const countRendering = (
  app: FastifyInstance,
  factor: number,
): ((request: FastifyRequest) => Promise<number | undefined>) => {
  const take = app.createRateLimit(limitOf('rendering', factor));
  return async (request) => {
    const verdict = await take(request);
    return !verdict.isAllowed && verdict.isExceeded ? verdict.ttlInSeconds : undefined;
  };
};

/** Multiplies a budget of the shop's policy by RATE_LIMIT_FACTOR (DEC-167). The result is at least one, and at most what a column can store. */
export const withFactor = (budget: number, factor: number): number =>
  Math.min(Math.max(1, Math.floor(budget * factor)), 2_000_000_000);
