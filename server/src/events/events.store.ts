import { type EventType, isEventType } from '@ceiba/contract/events';
import { deleteOlder, statement, type Tx } from '../platform/db/database.ts';

/** What triggers noted of a cause. */
export interface NotedEvent {
  id: number;
  type: EventType;
  /** Whom it is about: an order's id, a product's, a customer's. */
  subject: string;
  /** Which shipment, refund or return of it. */
  detail: { n?: number; refund?: string; return?: string };
  occurredAt: Date;
}

interface NotedRow {
  id: number;
  type: string;
  subject: string;
  detail: NotedEvent['detail'];
  occurred_at: Date;
}

// `forget_events` takes it, too.
const lockPublishing = statement<object>(
  'events.lock-publishing',
  `select pg_advisory_xact_lock(hashtextextended('publish-events', 0))`,
);

// With all that is there of the same subjects, so that what one transaction noted of one is told together, in its order.
const takeNoted = statement<NotedRow, [most: number]>(
  'events.take-noted',
  `with taken as (
     delete from event_outbox where subject in (select subject from event_outbox order by id limit $1) returning *)
   select * from taken order by id`,
);

/** Takes a batch of what is noted, which the caller's transaction then has to publish; who else would do so waits for its end. */
export async function takeNotedEvents(tx: Tx, most = 500): Promise<NotedEvent[]> {
  await lockPublishing(tx, []);
  const rows = await takeNoted(tx, [most]);
  return rows.map(({ id, type, subject, detail, occurred_at: occurredAt }) => {
    if (!isEventType(type)) throw new Error(`no event has the type ${type}`);
    return { id, type, subject, detail, occurredAt };
  });
}

export interface NewEvent {
  id: string;
  type: EventType;
  /** What keeps its order: `order:100000001`, `product:TV-1`, `customer:…`, `import:…`. */
  entity: string;
  occurredAt: Date;
  /** JSON, as it is sent. */
  data: string;
}

const insertEvents = statement<
  object,
  [
    ids: readonly string[],
    types: readonly string[],
    entities: readonly string[],
    moments: readonly Date[],
    data: readonly string[],
  ]
>(
  'events.insert',
  `insert into events (id, type, entity, occurred_at, data)
   select id, type, entity, occurred_at, data
   from unnest($1::uuid[], $2::text[], $3::text[], $4::timestamptz[], $5::json[])
     with ordinality as e (id, type, entity, occurred_at, data, place) order by place`,
);

const handOut = statement<{ endpoint_id: string }, [ids: readonly string[], now: Date]>(
  'events.hand-out',
  'select endpoint_id from hand_out_events($1::uuid[], $2) endpoint_id',
);

/** Writes events and gives them to every endpoint that wants them, in this order; answers the endpoints that have something to be sent. */
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
  return (await handOut(tx, [ids, now])).map(({ endpoint_id: id }) => id);
}

/** An event at its turn. */
export interface DueEvent {
  id: string;
  type: string;
  occurredAt: Date;
  sequence: number;
  /** Tries that failed until now. */
  attempts: number;
  /** JSON, as it is sent. */
  data: string;
}

interface DueRow {
  id: string;
  type: string;
  occurred_at: Date;
  sequence: number;
  attempts: number;
  data: string;
}

const selectDue = statement<DueRow, [endpoint: string, now: Date, inHand: readonly string[], most: number]>(
  'events.due',
  `select e.id, e.type, e.occurred_at, d.sequence, d.attempts, e.data::text as data
   from event_deliveries d join events e on e.id = d.event_id
   where d.endpoint_id = $1 and d.due_at <= $2 and d.event_id <> all ($3::uuid[])
   order by d.due_at, e.n limit $4`,
);

/** What an endpoint is to be sent at that moment, one of each entity, without what is being sent already. */
export const listDueEvents = async (
  tx: Tx,
  endpointId: string,
  now: Date,
  { inHand, most }: { inHand: readonly string[]; most: number },
): Promise<DueEvent[]> =>
  (await selectDue(tx, [endpointId, now, inHand, most])).map(({ occurred_at: occurredAt, ...row }) => ({
    ...row,
    occurredAt,
  }));

const selectNextDue = statement<{ due_at: Date | null }, [endpoint: string]>(
  'events.next-due',
  'select min(due_at) as due_at from event_deliveries where endpoint_id = $1 and due_at is not null',
);

/** When an endpoint is to be sent something next; null: nothing waits. */
export const findNextDue = async (tx: Tx, endpointId: string): Promise<Date | null> =>
  (await selectNextDue(tx, [endpointId]))[0]?.due_at ?? null;

const selectOverdue = statement<{ id: string }, [before: Date]>(
  'events.overdue-endpoints',
  `select p.id from webhook_endpoints p
   where p.ended_at is null and exists (select from event_deliveries d where d.endpoint_id = p.id and d.due_at < $1)`,
);

/** Endpoints that something waits for since before that moment. */
export const listOverdueEndpoints = async (tx: Tx, before: Date): Promise<string[]> =>
  (await selectOverdue(tx, [before])).map(({ id }) => id);

/** What became of one try. */
export interface Attempt {
  at: Date;
  /** Of HTTP; null: there was no answer, or NATS took it. */
  status: number | null;
  /** Why it was not taken, as a code; null: it was. */
  error: string | null;
  ms: number;
  /** What it was answered, its first 2 kB. */
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

// Of whom it names nothing is kept once that was forgotten, what a receiver sends back neither: `forget_events` locks the event before it.
const attemptKept = `insert into delivery_attempts (endpoint_id, event_id, type, at, status, error, ms, answer)
     select $1, $2, e.type, $3, $4, $5, $6, case when e.data is null then '' else $7 end from events e where e.id = $2 for share
     returning event_id`;

const noteRetry = statement<object, [...AttemptValues, dueAt: Date]>(
  'events.note-retry',
  `with kept as (${attemptKept})
   update event_deliveries d set attempts = attempts + 1, due_at = $8 from kept
   where d.endpoint_id = $1 and d.event_id = kept.event_id and d.due_at is not null`,
);

const noteEnd = statement<object, [...AttemptValues, state: 'delivered' | 'dead']>(
  'events.note-end',
  `with kept as (${attemptKept}) select end_delivery($1, kept.event_id, $8::delivery_state, $3) from kept`,
);

/** Writes down a try, and either when the next one is or that it was the last, with which the entity's next event has its turn. */
export const noteAttempt = async (
  tx: Tx,
  delivery: { endpointId: string; eventId: string },
  attempt: Attempt,
  then: Date | 'delivered' | 'dead',
): Promise<void> => {
  const values = attemptValues(delivery, attempt);
  await (then instanceof Date ? noteRetry(tx, [...values, then]) : noteEnd(tx, [...values, then]));
};

const insertSample = statement<object, [...AttemptValues, type: string]>(
  'events.note-sample',
  `insert into delivery_attempts (endpoint_id, event_id, type, at, status, error, ms, answer) values ($1, $2, $8, $3, $4, $5, $6, $7)`,
);

/** Writes down that a sample was sent, which is no event of anything. */
export const noteSample = async (
  tx: Tx,
  sample: { endpointId: string; eventId: string; type: EventType },
  attempt: Attempt,
): Promise<void> => {
  await insertSample(tx, [...attemptValues(sample, attempt), sample.type]);
};

/** Which events, all where nothing is said. */
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

/** An event as it is listed. */
export interface ListedEvent {
  n: number;
  id: string;
  type: string;
  entity: string;
  occurredAt: Date;
  /** JSON; null: whom it named was forgotten. */
  data: string | null;
}

const selectEvents = statement<
  Omit<ListedEvent, 'occurredAt'> & { occurred_at: Date },
  [...FilterValues, after: number, most: number]
>(
  'events.page',
  `select e.n, e.id, e.type, e.entity, e.occurred_at, e.data::text as data from events e where ${isAsked} and e.n > $5 order by e.n limit $6`,
);

/** Events in the order they were written in, those after `after` (0 = from the first on), at most `most`. */
export const listEvents = async (tx: Tx, filter: EventFilter, after: number, most: number): Promise<ListedEvent[]> =>
  (await selectEvents(tx, [...filterValues(filter), after, most])).map(({ occurred_at: occurredAt, ...row }) => ({
    ...row,
    occurredAt,
  }));

const replay = statement<
  { replayed: number },
  [...FilterValues, endpoint: string, event: string | null, onlyDead: boolean, by: object, now: Date]
>(
  'events.replay',
  `select replay_deliveries($5, array(
     select d.event_id from event_deliveries d join events e on e.id = d.event_id
     where d.endpoint_id = $5 and d.event_id = coalesce($6::uuid, d.event_id) and (not $7::boolean or d.state = 'dead') and ${isAsked}), $8::jsonb, $9) as replayed`,
);

/** What is sent once more to an endpoint. */
export interface ReplayedEvents extends EventFilter {
  endpointId: string;
  /** One alone. */
  eventId: string | null;
  /** Those alone whose retries are used up. */
  onlyDead: boolean;
}

/** Has them sent once more, in the order of each entity; answers how many. `by` is kept with each. */
export async function replayEvents(tx: Tx, asked: ReplayedEvents, by: object, now: Date): Promise<number> {
  const { endpointId, eventId, onlyDead } = asked;
  const [row] = await replay(tx, [...filterValues(asked), endpointId, eventId, onlyDead, by, now]);
  return row?.replayed ?? 0;
}

/** A try as it is listed. */
export interface ListedAttempt extends Attempt {
  id: number;
  endpointId: string;
  eventId: string;
  type: string;
}

const selectAttempts = statement<
  Omit<ListedAttempt, 'endpointId' | 'eventId'> & { endpoint_id: string; event_id: string },
  [endpoint: string | null, event: string | null, since: Date | null, onlyFailed: boolean, most: number]
>(
  'events.attempts',
  `select id, endpoint_id, event_id, type, at, status, error, ms, answer from delivery_attempts
   where ($1::uuid is null or endpoint_id = $1) and ($2::uuid is null or event_id = $2) and at >= coalesce($3::timestamptz, '-infinity')
     and (not $4::boolean or error is not null)
   order by at desc, id desc limit $5`,
);

/** Tries, the last first (HOOK-08). */
export const listAttempts = async (
  tx: Tx,
  asked: { endpointId: string | null; eventId: string | null; since: Date | null; onlyFailed: boolean },
  most: number,
): Promise<ListedAttempt[]> => {
  const { endpointId, eventId, since, onlyFailed } = asked;
  const rows = await selectAttempts(tx, [endpointId, eventId, since, onlyFailed, most]);
  return rows.map(({ endpoint_id, event_id, ...row }) => ({ ...row, endpointId: endpoint_id, eventId: event_id }));
};

/** Deletes tries before that moment, at most `most` a call; answers how many. */
export const deleteOldAttempts = deleteOlder('events.delete-attempts', 'delivery_attempts', 'at');

const deleteEvents = statement<object, [before: Date, most: number]>(
  'events.delete-old',
  `delete from events where id = any (array(
     select e.id from events e
     where e.occurred_at < $1 and not exists (select from event_deliveries d where d.event_id = e.id and d.state = 'waiting')
     order by e.occurred_at limit $2)) returning 1`,
);

/** Deletes events before that moment that nobody is still to be told of, with what became of them; answers how many. */
export const deleteOldEvents = async (tx: Tx, before: Date, most = 1_000): Promise<number> =>
  (await deleteEvents(tx, [before, most])).length;
