import { randomBytes } from 'node:crypto';
import { type EventType, isEventType } from '@ceiba/contract/events';
import type { Database, Tx } from '../platform/db/database.ts';
import type { SealedSecrets } from '../platform/db/sealed-secrets.store.ts';
import { neverNull, type RowOf, statement } from '../platform/db/statement.ts';

/** A receiver of events. */
export interface Endpoint {
  id: string;
  /** `https://…` for a webhook; `nats://host/subject` or `tls://host/subject` for JetStream. */
  url: string;
  types: EventType[];
  createdAt: Date;
  /** Null while it receives events. */
  endedAt: Date | null;
  endedBecause: 'operator' | 'gone' | null;
  waiting: number;
  dead: number;
}

/** The secrets that sign an endpoint's messages. */
export interface EndpointSecrets {
  /** Null for NATS, because its messages are not signed. */
  current: string | null;
  /** The former secret, valid until a day after the rotation. */
  previous: string | null;
}

/** Maximum number of endpoints of a shop (HOOK-03). */
export const maxEndpoints = 20;

const hourMs = 3_600_000;

/** Time during which both secrets sign after a rotation (HOOK-04). */
const rotationMs = 24 * hourMs;

/** The format of Standard Webhooks: the prefix, and 24 to 64 random bytes in base64. */
const makeSecret = (): string => `whsec_${randomBytes(32).toString('base64')}`;

/** The name under which an endpoint's secrets are stored, encrypted (OPS-12). */
const placeOf = (id: string): string => `webhook:${id}`;
const previousPlaceOf = (id: string): string => `webhook:${id}:previous`;

/** Messages to NATS are not signed, because NATS knows the shop by its account. */
export const isSigned = (url: string): boolean => url.startsWith('https:');

/** The stores of endpoints: their rows, and their secrets. */
export interface EndpointStore {
  db: Database;
  sealedSecrets: SealedSecrets;
}

const insert = statement(
  'events.insert-endpoint',
  `insert into webhook_endpoints (id, slot, url, types)
   select $1, min(s), $2, $3 from generate_series(1, $4::integer) s
   where not exists (select from webhook_endpoints p where p.slot = s and p.ended_at is null)
   having min(s) is not null returning id`,
);

/**
 * Adds an endpoint and returns its `secret`, which is never shown again. The secret is null for NATS. Undefined if the
 * maximum number exists already. @throws if another endpoint is added at the same moment, or if a signature is needed
 * and SECRETS_KEY is not set
 */
export const insertEndpoint = (
  { db, sealedSecrets }: EndpointStore,
  { id, url, types }: Pick<Endpoint, 'id' | 'url' | 'types'>,
): Promise<{ secret: string | null } | undefined> =>
  db.transaction(async (tx) => {
    const [row] = await insert(tx, [id, url, types, maxEndpoints]);
    if (row === undefined) return undefined;
    if (!isSigned(url)) return { secret: null };
    const secret = makeSecret();
    await sealedSecrets.seal(tx, placeOf(id), secret);
    return { secret };
  });

type Row = RowOf<typeof selectAll>;

const columns = `p.id, p.url, p.types, p.created_at, p.ended_at, p.ended_because,
     (select count(*) from event_deliveries d where d.endpoint_id = p.id and d.state = 'waiting') as waiting,
     (select count(*) from event_deliveries d where d.endpoint_id = p.id and d.state = 'dead') as dead`;

const selectAll = statement(
  'events.endpoints',
  `select ${columns} from webhook_endpoints p order by p.ended_at is not null, p.created_at, p.id`,
);

const selectOne = statement('events.endpoint', `select ${columns} from webhook_endpoints p where p.id = $1`);

const toEndpoint = (row: Row): Endpoint => ({
  id: row.id,
  url: row.url,
  types: row.types.filter(isEventType),
  createdAt: row.createdAt,
  endedAt: row.endedAt,
  endedBecause: row.endedBecause,
  waiting: row.waiting,
  dead: row.dead,
});

/** Lists endpoints. Endpoints that receive events come first. */
export const listEndpoints = async (tx: Tx): Promise<Endpoint[]> => (await selectAll(tx, [])).map(toEndpoint);

export async function findEndpoint(tx: Tx, id: string): Promise<Endpoint | undefined> {
  const [row] = await selectOne(tx, [id]);
  return row && toEndpoint(row);
}

const selectAny = statement(
  'events.has-endpoints',
  'select exists (select from webhook_endpoints where ended_at is null) as is_any',
);

/** Returns whether there is an endpoint that has not ended. */
export const hasEndpoints = async (tx: Tx): Promise<boolean> => (await selectAny(tx, []))[0]?.isAny ?? false;

const selectTarget = statement(
  'events.endpoint-target',
  `select url, coalesce(previous_until > $2, false) as both_sign from webhook_endpoints where id = $1 and ended_at is null`,
);

/**
 * Returns address and secrets for calling an endpoint at a given time. Undefined if the endpoint has ended. @throws if
 * its secret is missing, or SECRETS_KEY lacks its key, because no message is sent unsigned
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
  // The endpoint may have ended since its row was read. A retry will notice.
  if (current === undefined) throw new Error(`the secret of endpoint ${id} is missing`);
  const previous = row.bothSign ? ((await open(previousPlaceOf(id))) ?? null) : null;
  return { url: row.url, secrets: { current, previous } };
}

const updatePrevious = statement(
  'events.rotate-secret',
  `update webhook_endpoints set previous_until = $2
   where id = $1 and ended_at is null and url like 'https:%' returning 1`,
);

/**
 * Gives an endpoint a new secret. The former secret also signs for a day. Undefined if the endpoint has no secret or
 * has ended.
 */
export const rotateSecret = (
  { db, sealedSecrets }: EndpointStore,
  id: string,
  now: Date,
): Promise<string | undefined> =>
  db.transaction(async (tx) => {
    // Locks the endpoint's row, so that the second of two rotations keeps the first rotation's secret as the former
    // secret.
    if ((await updatePrevious(tx, [id, new Date(now.getTime() + rotationMs)])).length === 0) return undefined;
    const former = await sealedSecrets.open(tx, placeOf(id));
    if (former !== undefined) await sealedSecrets.seal(tx, previousPlaceOf(id), former);
    const secret = makeSecret();
    await sealedSecrets.seal(tx, placeOf(id), secret);
    return secret;
  });

const end = statement('events.end-endpoint', 'select end_endpoint($1, $2, $3) as ended', { ended: neverNull() });

/**
 * Ends an endpoint. It receives no more events, its waiting deliveries are dropped, and its secrets are removed.
 * Returns false if it had already ended.
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
