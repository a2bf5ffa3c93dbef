import { type EventType, isEventType } from '@ceiba/contract/events';
import { deleteOlder, type Tx } from '../platform/db/database.ts';
import { column, neverNull, statement } from '../platform/db/statement.ts';

/** An event that a trigger has recorded. */
export interface NotedEvent {
  id: number;
  type: EventType;
  /** The subject's id: an order, a product, a purchase or a customer. */
  subject: string;
  /** The shipment, delivery, refund or return of the subject. */
  detail: { n?: number; refund?: string; return?: string };
  occurredAt: Date;
}

// `forget_events` takes this lock, too.
const lockPublishing = statement(
  'events.lock-publishing',
  `select pg_advisory_xact_lock(hashtextextended('publish-events', 0))`,
);

// Claims all events of the same subjects, so that a transaction's events of one subject are published together, in
// their order.
const takeNoted = statement(
  'events.take-noted',
  `with taken as (
     delete from event_outbox where subject in (select subject from event_outbox order by id limit $1) returning *)
   select * from taken order by id`,
  { detail: column<NotedEvent['detail']>() },
);

/**
 * Claims a batch of recorded events, which the caller's transaction has to publish. Other publishers wait until the
 * transaction ends.
 */
export async function takeNotedEvents(tx: Tx, most = 500): Promise<NotedEvent[]> {
  await lockPublishing(tx, []);
  const rows = await takeNoted(tx, [most]);
  return rows.map(({ id, type, subject, detail, occurredAt }) => {
    if (!isEventType(type)) throw new Error(`no event has the type ${type}`);
    return { id, type, subject, detail, occurredAt };
  });
}

export interface NewEvent {
  id: string;
  type: EventType;
  /** Events of one entity are sent in order: `order:100000001`, `product:TV-1`, `purchase:C-12`, `customer:…`, `import:…`. */
  entity: string;
  occurredAt: Date;
  /** The JSON text that is sent. */
  data: string;
}

const insertEvents = statement(
  'events.insert',
  `insert into events (id, type, entity, occurred_at, data)
   select id, type, entity, occurred_at, data
   from unnest($1::uuid[], $2::text[], $3::text[], $4::timestamptz[], $5::json[])
     with ordinality as e (id, type, entity, occurred_at, data, place) order by place`,
);

const handOut = statement('events.hand-out', 'select endpoint_id from hand_out_events($1::uuid[], $2) endpoint_id', {
  endpointId: neverNull(),
});

/** Writes events in this order and queues them for every endpoint that subscribes to them. Returns the endpoints that have events to send. */
export async function handOutEvents(tx: Tx, events: readonly NewEvent[], now: Date): Promise<string[]> {
  if (events.length === 0) return [];
  const ids = events.map(({ id }) => id);
  await insertEvents(tx, [
    ids,
    events.map(({ type }) => type),
    events.map(({ entity }) => entity),
    events.map(({ occurredAt }) => occurredAt),
    events.map(({ data }) => data),
  ]);
  return (await handOut(tx, [ids, now])).map(({ endpointId: id }) => id);
}

/** An event that can be sent next. */
export interface DueEvent {
  id: string;
  type: string;
  occurredAt: Date;
  sequence: number;
  /** Failed attempts so far. */
  attempts: number;
  /** The JSON text that is sent. */
  data: string;
}

const selectDue = statement(
  'events.due',
  `select e.id, e.type, e.occurred_at, d.sequence, d.attempts, e.data::text as data
   from event_deliveries d join events e on e.id = d.event_id
   where d.endpoint_id = $1 and d.due_at <= $2 and d.event_id <> all ($3::uuid[])
   order by d.due_at, e.n limit $4`,
  { data: neverNull() },
);

/**
 * Lists the events that are due for an endpoint at a given time, one per entity, without events that are already being
 * sent.
 */
export const listDueEvents = async (
  tx: Tx,
  endpointId: string,
  now: Date,
  { inHand, most }: { inHand: readonly string[]; most: number },
): Promise<DueEvent[]> => await selectDue(tx, [endpointId, now, inHand, most]);

const selectNextDue = statement(
  'events.next-due',
  'select min(due_at) as due_at from event_deliveries where endpoint_id = $1 and due_at is not null',
);

/** Finds when the next event for an endpoint is due. Null if no event waits. */
export const findNextDue = async (tx: Tx, endpointId: string): Promise<Date | null> =>
  (await selectNextDue(tx, [endpointId]))[0]?.dueAt ?? null;

const selectOverdue = statement(
  'events.overdue-endpoints',
  `select p.id from webhook_endpoints p
   where p.ended_at is null and exists (select from event_deliveries d where d.endpoint_id = p.id and d.due_at < $1)`,
);

/** Lists endpoints with an event that has waited since before the given time. */
export const listOverdueEndpoints = async (tx: Tx, before: Date): Promise<string[]> =>
  (await selectOverdue(tx, [before])).map(({ id }) => id);

/** The result of one attempt. */
export interface Attempt {
  at: Date;
  /** The HTTP status. Null if there was no answer, or NATS accepted the message. */
  status: number | null;
  /** A code for why the message was not accepted. Null if the message was accepted. */
  error: string | null;
  ms: number;
  /** The first 2 kB of the answer. */
  answer: string;
}

type AttemptValues = [
  endpoint: string,
  event: string,
  at: Date,
  status: number | null,
  error: string | null,
  ms: number,
  answer: string,
];

const attemptValues = (
  { endpointId, eventId }: { endpointId: string; eventId: string },
  { at, status, error, ms, answer }: Attempt,
): AttemptValues => [endpointId, eventId, at, status, error, ms, answer];

// If the person of an event was erased, the receiver's answer is not stored either. `for share` waits for `forget_events`, which locks the event.
const attemptKept = `insert into delivery_attempts (endpoint_id, event_id, type, at, status, error, ms, answer)
     select $1, $2, e.type, $3, $4, $5, $6, case when e.data is null then '' else $7 end from events e where e.id = $2 for share
     returning event_id`;

const noteRetry = statement(
  'events.note-retry',
  `with kept as (${attemptKept})
   update event_deliveries d set attempts = attempts + 1, due_at = $8 from kept
   where d.endpoint_id = $1 and d.event_id = kept.event_id and d.due_at is not null`,
);

const noteEnd = statement(
  'events.note-end',
  `with kept as (${attemptKept}) select end_delivery($1, kept.event_id, $8::delivery_state, $3) from kept`,
);

/** Writes an attempt, and either the time of the next attempt or the end of the delivery. After the end, the entity's next event is due. */
export const noteAttempt = async (
  tx: Tx,
  delivery: { endpointId: string; eventId: string },
  attempt: Attempt,
  then: Date | 'delivered' | 'dead',
): Promise<void> => {
  const values = attemptValues(delivery, attempt);
  await (then instanceof Date ? noteRetry(tx, [...values, then]) : noteEnd(tx, [...values, then]));
};

const insertSample = statement(
  'events.note-sample',
  `insert into delivery_attempts (endpoint_id, event_id, type, at, status, error, ms, answer) values ($1, $2, $8, $3, $4, $5, $6, $7)`,
);

/** Records that a sample was sent. A sample belongs to no event. */
export const noteSample = async (
  tx: Tx,
  sample: { endpointId: string; eventId: string; type: EventType },
  attempt: Attempt,
): Promise<void> => {
  await insertSample(tx, [...attemptValues(sample, attempt), sample.type]);
};

/** Filters events. A null field does not filter. */
export interface EventFilter {
  since: Date | null;
  until: Date | null;
  type: EventType | null;
  entity: string | null;
}

type FilterValues = [since: Date | null, until: Date | null, type: string | null, entity: string | null];

const filterValues = ({ since, until, type, entity }: EventFilter): FilterValues => [since, until, type, entity];

const isAsked = `e.occurred_at >= coalesce($1::timestamptz, '-infinity') and e.occurred_at < coalesce($2::timestamptz, 'infinity')
  and e.type = coalesce($3::text, e.type) and e.entity = coalesce($4::text, e.entity)`;

export interface ListedEvent {
  n: number;
  id: string;
  type: string;
  entity: string;
  occurredAt: Date;
  /** JSON. Null if the person that the event named was erased. */
  data: string | null;
}

const selectEvents = statement(
  'events.page',
  `select e.n, e.id, e.type, e.entity, e.occurred_at, e.data::text as data from events e where ${isAsked} and e.n > $5 order by e.n limit $6`,
);

/** Lists up to `most` events in the order in which they were written, after `after` (0 means from the first). */
export const listEvents = async (tx: Tx, filter: EventFilter, after: number, most: number): Promise<ListedEvent[]> =>
  await selectEvents(tx, [...filterValues(filter), after, most]);

const replay = statement(
  'events.replay',
  `select replay_deliveries($5, array(
     select d.event_id from event_deliveries d join events e on e.id = d.event_id
     where d.endpoint_id = $5 and d.event_id = coalesce($6::uuid, d.event_id) and (not $7::boolean or d.state = 'dead') and ${isAsked}), $8::jsonb, $9) as replayed`,
  { replayed: neverNull() },
);

/** The events to send to an endpoint again. */
export interface ReplayedEvents extends EventFilter {
  endpointId: string;
  /** Only this event. */
  eventId: string | null;
  /** True to return only events whose retries are used up. */
  onlyDead: boolean;
}

/** Queues events again, in the order of each entity. Returns their number. Each stores `by`. */
export async function replayEvents(tx: Tx, asked: ReplayedEvents, by: object, now: Date): Promise<number> {
  const { endpointId, eventId, onlyDead } = asked;
  const [row] = await replay(tx, [...filterValues(asked), endpointId, eventId, onlyDead, by, now]);
  return row?.replayed ?? 0;
}

export interface ListedAttempt extends Attempt {
  id: number;
  endpointId: string;
  eventId: string;
  type: string;
}

const selectAttempts = statement(
  'events.attempts',
  `select id, endpoint_id, event_id, type, at, status, error, ms, answer from delivery_attempts
   where ($1::uuid is null or endpoint_id = $1) and ($2::uuid is null or event_id = $2) and at >= coalesce($3::timestamptz, '-infinity')
     and (not $4::boolean or error is not null)
   order by at desc, id desc limit $5`,
);

/** Attempts, newest first (HOOK-08). */
export const listAttempts = async (
  tx: Tx,
  asked: { endpointId: string | null; eventId: string | null; since: Date | null; onlyFailed: boolean },
  most: number,
): Promise<ListedAttempt[]> => {
  const { endpointId, eventId, since, onlyFailed } = asked;
  return selectAttempts(tx, [endpointId, eventId, since, onlyFailed, most]);
};

/** Deletes attempts before the given time, up to `most` per call. Returns their number. */
export const deleteOldAttempts = deleteOlder('events.delete-attempts', 'delivery_attempts', 'at');

const deleteEvents = statement(
  'events.delete-old',
  `delete from events where id = any (array(
     select e.id from events e
     where e.occurred_at < $1 and not exists (select from event_deliveries d where d.event_id = e.id and d.state = 'waiting')
     order by e.occurred_at limit $2)) returning 1`,
);

/**
 * Deletes events before the given time, with their deliveries, unless an endpoint still waits for them. Returns their
 * number.
 */
export const deleteOldEvents = async (tx: Tx, before: Date, most = 1_000): Promise<number> =>
  (await deleteEvents(tx, [before, most])).length;
