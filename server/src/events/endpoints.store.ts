import { randomBytes } from 'node:crypto';
import { type EventType, isEventType } from '@ceiba/contract/events';
import { type Database, statement, type Tx } from '../platform/db/database.ts';
import type { SealedSecrets } from '../platform/db/sealed-secrets.store.ts';

/** Where events go. */
export interface Endpoint {
  id: string;
  /** `https://…` of a webhook; `nats://host/subject` or `tls://host/subject` of JetStream. */
  url: string;
  types: EventType[];
  createdAt: Date;
  /** Null: it receives events. */
  endedAt: Date | null;
  endedBecause: 'operator' | 'gone' | null;
  waiting: number;
  dead: number;
}

/** What signs what an endpoint is sent. */
export interface EndpointSecrets {
  /** Null: NATS, which signs nothing. */
  current: string | null;
  /** The one before, until a day after the rotation. */
  previous: string | null;
}

/** HOOK-03: up to 20. */
export const mostEndpoints = 20;

const hourMs = 3_600_000;

/** HOOK-04: so long both secrets sign. */
const rotationMs = 24 * hourMs;

/** What Standard Webhooks has: the prefix, and 24 to 64 random bytes in base64. */
const makeSecret = (): string => `whsec_${randomBytes(32).toString('base64')}`;

/** Where its secrets lie, encrypted (OPS-12). */
const placeOf = (id: string): string => `webhook:${id}`;
const previousPlaceOf = (id: string): string => `webhook:${id}:previous`;

/** NATS knows the shop by its account. */
export const isSigned = (url: string): boolean => url.startsWith('https:');

/** What endpoints stand in: their rows, and their secrets. */
export interface EndpointStore {
  db: Database;
  sealedSecrets: SealedSecrets;
}

const insert = statement<{ id: string }, [id: string, url: string, types: readonly string[], most: number]>(
  'events.insert-endpoint',
  `insert into webhook_endpoints (id, slot, url, types)
   select $1, min(s), $2, $3 from generate_series(1, $4::integer) s
   where not exists (select from webhook_endpoints p where p.slot = s and p.ended_at is null)
   having min(s) is not null returning id`,
);

/**
 * Adds an endpoint; `secret` is told here and never again, null of NATS. Undefined: there are as many as there may be.
 * @throws where another one was added at the same moment, or it would be signed and SECRETS_KEY is not set
 */
export const insertEndpoint = (
  { db, sealedSecrets }: EndpointStore,
  { id, url, types }: Pick<Endpoint, 'id' | 'url' | 'types'>,
): Promise<{ secret: string | null } | undefined> =>
  db.transaction(async (tx) => {
    const [row] = await insert(tx, [id, url, types, mostEndpoints]);
    if (row === undefined) return undefined;
    if (!isSigned(url)) return { secret: null };
    const secret = makeSecret();
    await sealedSecrets.seal(tx, placeOf(id), secret);
    return { secret };
  });

interface Row {
  id: string;
  url: string;
  types: string[];
  created_at: Date;
  ended_at: Date | null;
  ended_because: 'operator' | 'gone' | null;
  waiting: number;
  dead: number;
}

const columns = `p.id, p.url, p.types, p.created_at, p.ended_at, p.ended_because,
     (select count(*) from event_deliveries d where d.endpoint_id = p.id and d.state = 'waiting') as waiting,
     (select count(*) from event_deliveries d where d.endpoint_id = p.id and d.state = 'dead') as dead`;

const selectAll = statement<Row>(
  'events.endpoints',
  `select ${columns} from webhook_endpoints p order by p.ended_at is not null, p.created_at, p.id`,
);

const selectOne = statement<Row, [id: string]>(
  'events.endpoint',
  `select ${columns} from webhook_endpoints p where p.id = $1`,
);

const toEndpoint = (row: Row): Endpoint => ({
  id: row.id,
  url: row.url,
  types: row.types.filter(isEventType),
  createdAt: row.created_at,
  endedAt: row.ended_at,
  endedBecause: row.ended_because,
  waiting: row.waiting,
  dead: row.dead,
});

/** Those that receive events first. */
export const listEndpoints = async (tx: Tx): Promise<Endpoint[]> => (await selectAll(tx, [])).map(toEndpoint);

export async function findEndpoint(tx: Tx, id: string): Promise<Endpoint | undefined> {
  const [row] = await selectOne(tx, [id]);
  return row && toEndpoint(row);
}

const selectAny = statement<{ is_any: boolean }>(
  'events.has-endpoints',
  'select exists (select from webhook_endpoints where ended_at is null) as is_any',
);

/** Whether there is an endpoint that has not ended. */
export const hasEndpoints = async (tx: Tx): Promise<boolean> => (await selectAny(tx, []))[0]?.is_any ?? false;

const selectTarget = statement<{ url: string; both_sign: boolean }, [id: string, now: Date]>(
  'events.endpoint-target',
  `select url, coalesce(previous_until > $2, false) as both_sign from webhook_endpoints where id = $1 and ended_at is null`,
);

/**
 * Where and how an endpoint is called at a moment; undefined: it has ended.
 * @throws where its secret is not there, or its key not among those of SECRETS_KEY: nothing is sent unsigned
 */
export async function findTarget(
  { db, sealedSecrets }: EndpointStore,
  id: string,
  now: Date,
): Promise<{ url: string; secrets: EndpointSecrets } | undefined> {
  const [row] = await selectTarget(db.write, [id, now]);
  if (row === undefined) return undefined;
  if (!isSigned(row.url)) return { url: row.url, secrets: { current: null, previous: null } };
  const open = (place: string) => sealedSecrets.open(db.write, place);
  const current = await open(placeOf(id));
  // It may have ended since its row was read: whoever tries again sees that.
  if (current === undefined) throw new Error(`the secret of endpoint ${id} is missing`);
  const previous = row.both_sign ? ((await open(previousPlaceOf(id))) ?? null) : null;
  return { url: row.url, secrets: { current, previous } };
}

const updatePrevious = statement<object, [id: string, until: Date]>(
  'events.rotate-secret',
  `update webhook_endpoints set previous_until = $2
   where id = $1 and ended_at is null and url like 'https:%' returning 1`,
);

/** Gives an endpoint a new secret; the one before signs, too, for a day. Undefined: it has none, or has ended. */
export const rotateSecret = (
  { db, sealedSecrets }: EndpointStore,
  id: string,
  now: Date,
): Promise<string | undefined> =>
  db.transaction(async (tx) => {
    // Locks its row: of two rotations at once the second keeps what the first has made.
    if ((await updatePrevious(tx, [id, new Date(now.getTime() + rotationMs)])).length === 0) return undefined;
    const former = await sealedSecrets.open(tx, placeOf(id));
    if (former !== undefined) await sealedSecrets.seal(tx, previousPlaceOf(id), former);
    const secret = makeSecret();
    await sealedSecrets.seal(tx, placeOf(id), secret);
    return secret;
  });

const end = statement<{ ended: boolean }, [id: string, why: 'operator' | 'gone', now: Date]>(
  'events.end-endpoint',
  'select end_endpoint($1, $2, $3) as ended',
);

/**
 * An endpoint receives nothing any more; what waited for it is dropped, and its secrets are removed. False: it received nothing before
 * either.
 */
export const endEndpoint = (
  { db, sealedSecrets }: EndpointStore,
  id: string,
  why: 'operator' | 'gone',
  now: Date,
): Promise<boolean> =>
  db.transaction(async (tx) => {
    const [row] = await end(tx, [id, why, now]);
    if (row?.ended !== true) return false;
    for (const place of [placeOf(id), previousPlaceOf(id)]) await sealedSecrets.remove(tx, place);
    return true;
  });
