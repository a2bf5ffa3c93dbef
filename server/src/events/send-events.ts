import { mostEventBytes } from '@ceiba/contract/events';
import { retryWaitMs } from '@ceiba/domain/events/delivery-retries';
import { enqueue } from '../jobs/job-queue.ts';
import type { JobLog } from '../jobs/worker.ts';
import type { Tx } from '../platform/db/database.ts';
import type { Answer } from './call-webhook.ts';
import { type EndpointSecrets, type EndpointStore, endEndpoint, findTarget } from './endpoints.store.ts';
import { type DueEvent, findNextDue, listDueEvents, noteAttempt } from './events.store.ts';
import type { EndpointLine, OpenLine } from './open-line.ts';

/**
 * Adds the job that sends an endpoint what is due, in a queue of its own: one at a time, so that the order of each entity is kept, and beside
 * those of other endpoints. One waits at most.
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
  /** 0 up to 1. */
  random?: () => number;
  clock?: () => Date;
}

/** Events of different entities that are sent to one endpoint at once. */
const atOnce = 10;

/** How long one job goes on: a process that is stopped waits for little more than one answer. */
const jobMs = 5_000;

/** HOOK-05. The sequence and the data are JSON already. */
const bodyOf = ({ id, type, occurredAt, sequence, data }: Omit<DueEvent, 'attempts'>): string =>
  `{"type":${JSON.stringify(type)},"id":${JSON.stringify(id)},"occurredAt":${JSON.stringify(occurredAt.toISOString())},"sequence":${sequence},"data":${data}}`;

interface Sending extends SendDeps {
  endpointId: string;
  line: EndpointLine;
  secrets: EndpointSecrets;
}

/** Hands one event over; what cannot be sent is not tried. */
async function answerTo({ line, secrets }: Sending, event: DueEvent, now: Date): Promise<Answer> {
  const text = bodyOf(event);
  if (Buffer.byteLength(text) > mostEventBytes) return { status: null, error: 'TOO_LARGE', answer: '' };
  return line.send({ id: event.id, text }, secrets, now);
}

/** When it is tried again, or how it ended. */
function outcomeOf(event: DueEvent, { error }: Answer, now: Date, random: number): Date | 'delivered' | 'dead' {
  if (error === null) return 'delivered';
  if (error === 'TOO_LARGE') return 'dead';
  const waitMs = retryWaitMs(event.attempts + 1, random);
  return waitMs === null ? 'dead' : new Date(now.getTime() + waitMs);
}

/** False: the endpoint is gone (410), and receives nothing any more. */
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
    log.error(facts, 'an endpoint of events is gone, and is told nothing any more');
    return false;
  }
  if (outcome === 'dead') log.error(facts, 'an event could not be delivered, and is not tried again');
  return true;
}

/** Hands events out to those who send them, each once, asking for more where none is left. */
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
    /** Undefined: nothing is due, or the time of this job is over. */
    next: async (): Promise<DueEvent | undefined> => {
      if (clock().getTime() >= untilMs) return undefined;
      // One that was asked before this sender's last event ended does not see what that let be sent.
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

/** Sends what is due, several entities at a time, until nothing is or the time is over. */
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
 * Sends an endpoint what is due by now (HOOK-06, HOOK-07), and adds the job that goes on. One at a time for each endpoint: of each
 * entity one event is due, and its next one is when that is delivered or dead.
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
