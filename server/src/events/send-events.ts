import { maxEventBytes } from '@ceiba/contract/events';
import { retryWaitMs } from '@ceiba/domain/events/delivery-retries';
import { enqueue } from '../jobs/job-queue.ts';
import type { JobLog } from '../jobs/worker.ts';
import type { Tx } from '../platform/db/database.ts';
import type { Answer } from './call-webhook.ts';
import { type EndpointSecrets, type EndpointStore, endEndpoint, findTarget } from './endpoints.store.ts';
import { type DueEvent, findNextDue, listDueEvents, noteAttempt } from './events.store.ts';
import type { EndpointLine, OpenLine } from './open-line.ts';

/**
 * Adds the job that sends an endpoint its due events. Each endpoint has its own queue with one running and at most one
 * waiting job. So each entity's order is preserved, and endpoints are served in parallel.
 */
export const enqueueSender = (tx: Tx, endpointId: string, runAt?: Date): Promise<void> =>
  enqueue(tx, {
    task: 'send-events',
    payload: { endpointId },
    jobKey: `send-events:${endpointId}`,
    queue: `send-events:${endpointId}`,
    ...(runAt === undefined ? {} : { runAt }),
  });

export interface SendDeps extends EndpointStore {
  log: JobLog;
  openLine: OpenLine;
  /** Returns a number from 0 to 1, for tests. */
  random?: () => number;
  clock?: () => Date;
}

/** Maximum number of events of different entities that are sent to one endpoint at the same time. */
const atOnce = 10;

/** Duration of one job. A process that is stopped waits little longer than one answer. */
const jobMs = 5_000;

/** Builds the body of HOOK-05. Sequence and data are already JSON. */
const bodyOf = ({ id, type, occurredAt, sequence, data }: Omit<DueEvent, 'attempts'>): string =>
  `{"type":${JSON.stringify(type)},"id":${JSON.stringify(id)},"occurredAt":${JSON.stringify(occurredAt.toISOString())},"sequence":${sequence},"data":${data}}`;

interface Sending extends SendDeps {
  endpointId: string;
  line: EndpointLine;
  secrets: EndpointSecrets;
}

/** Sends one event. An event that is too large is not sent. */
async function answerTo({ line, secrets }: Sending, event: DueEvent, now: Date): Promise<Answer> {
  const text = bodyOf(event);
  if (Buffer.byteLength(text) > maxEventBytes) return { status: null, error: 'TOO_LARGE', answer: '' };
  return line.send({ id: event.id, text }, secrets, now);
}

/** Returns the time of the next try, or the end of the delivery. */
function outcomeOf(event: DueEvent, { error }: Answer, now: Date, random: number): Date | 'delivered' | 'dead' {
  if (error === null) return 'delivered';
  if (error === 'TOO_LARGE') return 'dead';
  const waitMs = retryWaitMs(event.attempts + 1, random);
  return waitMs === null ? 'dead' : new Date(now.getTime() + waitMs);
}

/** Sends one event and records the outcome. False if the endpoint answered 410 and gets no more events. */
async function sendOne(sending: Sending, event: DueEvent): Promise<boolean> {
  const { db, log, endpointId, random = Math.random, clock = () => new Date() } = sending;
  const at = clock();
  const answer = await answerTo(sending, event, at);
  const now = clock();
  const outcome = outcomeOf(event, answer, now, random());
  const attempt = { ...answer, at, ms: now.getTime() - at.getTime() };
  await noteAttempt(db.write, { endpointId, eventId: event.id }, attempt, outcome);
  const facts = { endpoint: endpointId, event: event.id, type: event.type, reason: answer.error };
  if (answer.status === 410) {
    await endEndpoint(sending, endpointId, 'gone', now);
    log.error(facts, 'an event endpoint answered 410 and gets no more events');
    return false;
  }
  if (outcome === 'dead') log.error(facts, 'an event could not be delivered and is not retried');
  return true;
}

/** Hands out due events, each once, and reads more when no event is left. */
const supplyOf = ({ db, endpointId, clock = () => new Date() }: Sending, untilMs: number) => {
  const inHand = new Set<string>();
  let waiting: DueEvent[] = [];
  let asking: Promise<void> | undefined;
  const ask = async (): Promise<void> => {
    const due = await listDueEvents(db.write, endpointId, clock(), { inHand: [...inHand], most: 5 * atOnce });
    waiting = due;
    for (const { id } of due) inHand.add(id);
  };
  return {
    /** Undefined if no event is due, or this job's time has passed. */
    next: async (): Promise<DueEvent | undefined> => {
      if (clock().getTime() >= untilMs) return undefined;
      // A query that started before this sender's last event ended does not see the events that it unblocked.
      if (waiting.length === 0) await asking;
      if (waiting.length === 0) {
        asking ??= ask().finally(() => {
          asking = undefined;
        });
        await asking;
      }
      return waiting.shift();
    },
    done: ({ id }: DueEvent): void => void inHand.delete(id),
  };
};

/** Sends due events, several entities at a time, until no event is left or the time has passed. */
async function sendDue(sending: Sending): Promise<void> {
  const { clock = () => new Date() } = sending;
  let isGone = false;
  const supply = supplyOf(sending, clock().getTime() + jobMs);
  const send = async (): Promise<void> => {
    for (let event = await supply.next(); event !== undefined && !isGone; event = await supply.next()) {
      if (!(await sendOne(sending, event))) isGone = true;
      supply.done(event);
    }
  };
  const ends = await Promise.allSettled(Array.from({ length: atOnce }, send));
  for (const end of ends) if (end.status === 'rejected') throw end.reason;
}

/**
 * Sends an endpoint its due events (HOOK-06, HOOK-07), and adds the job that continues. Each endpoint has one running
 * job. Each entity has one due event. Its next event follows when that event is delivered or dead.
 */
export async function sendEvents(deps: SendDeps, endpointId: string): Promise<void> {
  const { db, openLine, clock = () => new Date() } = deps;
  const target = await findTarget(deps, endpointId, clock());
  if (target === undefined) return;
  const line = openLine(target.url);
  try {
    await sendDue({ ...deps, endpointId, line, secrets: target.secrets });
  } finally {
    await line.close();
  }
  const next = await findNextDue(db.write, endpointId);
  if (next !== null) await enqueueSender(db.write, endpointId, next);
}
