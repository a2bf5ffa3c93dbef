import { randomBytes } from 'node:crypto';
import { type EventType, isEventType } from '@ceiba/contract/events';
import { statement, type Tx } from '../platform/db/database.ts';

/** Where events go. */
export interface Endpoint {
  id: string;
  /** `https://…` of a webhook; `nats://host/subject` or `tls://host/subject` of JetStream. */
  url: string;
  types: EventType[];
  createdAt: Date;
  /** Null: it is told. */
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

/** How a secret stands in its row, and back. Nothing else writes or reads one. */
const stored = (secret: string): string => secret;
const readStored = (text: string): string => text;

const isSigned = (url: string): boolean => url.startsWith('https:');

const insert = statement<
  { id: string },
  [id: string, url: string, types: readonly string[], secret: string | null, most: number]
>(
  'events.insert-endpoint',
  `insert into webhook_endpoints (id, slot, url, types, secret)
   select $1, min(s), $2, $3, $4 from generate_series(1, $5::integer) s
   where not exists (select from webhook_endpoints p where p.slot = s and p.ended_at is null)
   having min(s) is not null returning id`,
);

/**
 * Adds an endpoint; `secret` is told here and never again, null of NATS. Undefined: there are as many as there may be.
 * @throws where another one was added at the same moment
 */
export async function insertEndpoint(
  tx: Tx,
  { id, url, types }: Pick<Endpoint, 'id' | 'url' | 'types'>,
): Promise<{ secret: string | null } | undefined> {
  const secret = isSigned(url) ? makeSecret() : null;
  const [row] = await insert(tx, [id, url, types, secret === null ? null : stored(secret), mostEndpoints]);
  return row && { secret };
}

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

/** Those that are told first. */
export const listEndpoints = async (tx: Tx): Promise<Endpoint[]> => (await selectAll(tx, [])).map(toEndpoint);

export async function findEndpoint(tx: Tx, id: string): Promise<Endpoint | undefined> {
  const [row] = await selectOne(tx, [id]);
  return row && toEndpoint(row);
}

const selectAny = statement<{ is_any: boolean }>(
  'events.is-anyone-told',
  'select exists (select from webhook_endpoints where ended_at is null) as is_any',
);

/** Whether there is an endpoint that has not ended. */
export const isAnyoneTold = async (tx: Tx): Promise<boolean> => (await selectAny(tx, []))[0]?.is_any ?? false;

const selectTarget = statement<
  { url: string; secret: string | null; previous_secret: string | null },
  [id: string, now: Date]
>(
  'events.endpoint-target',
  `select url, secret, case when previous_until > $2 then previous_secret end as previous_secret
   from webhook_endpoints where id = $1 and ended_at is null`,
);

/** Where and how an endpoint is told at a moment; undefined: it has ended. */
export async function findTarget(
  tx: Tx,
  id: string,
  now: Date,
): Promise<{ url: string; secrets: EndpointSecrets } | undefined> {
  const [row] = await selectTarget(tx, [id, now]);
  if (row === undefined) return undefined;
  const { secret, previous_secret: previous } = row;
  return {
    url: row.url,
    secrets: { current: secret && readStored(secret), previous: previous && readStored(previous) },
  };
}

const updateSecret = statement<object, [id: string, secret: string, until: Date]>(
  'events.rotate-secret',
  `update webhook_endpoints set previous_secret = secret, previous_until = $3, secret = $2
   where id = $1 and ended_at is null and secret is not null returning 1`,
);

/** Gives an endpoint a new secret; the one before signs, too, for a day. Undefined: it has none, or has ended. */
export async function rotateSecret(tx: Tx, id: string, now: Date): Promise<string | undefined> {
  const secret = makeSecret();
  const rows = await updateSecret(tx, [id, stored(secret), new Date(now.getTime() + rotationMs)]);
  return rows.length === 0 ? undefined : secret;
}

const end = statement<{ ended: boolean }, [id: string, why: 'operator' | 'gone', now: Date]>(
  'events.end-endpoint',
  'select end_endpoint($1, $2, $3) as ended',
);

/** An endpoint is told nothing any more, and what waited for it is dropped. False: it was not told before either. */
export const endEndpoint = async (tx: Tx, id: string, why: 'operator' | 'gone', now: Date): Promise<boolean> =>
  (await end(tx, [id, why, now]))[0]?.ended ?? false;
