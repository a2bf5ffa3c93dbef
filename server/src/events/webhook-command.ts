import { randomUUIDv7 } from 'node:crypto';
import { eventExamples } from '@ceiba/contract/event-examples';
import { eventBody, eventTypes } from '@ceiba/contract/events';
import { z } from 'zod';
import { createSealedSecrets } from '../platform/db/sealed-secrets.store.ts';
import { type Command, type DatabaseCall, databaseCommand } from '../platform/operations/command-line.ts';
import { createKeyRing } from '../platform/operations/key-ring.ts';
import {
  flag,
  optional,
  typed,
  typedChoice,
  typedCount,
  typedId,
  typedMoment,
  typedText,
  typedUntil,
} from '../platform/operations/typed-words.ts';
import {
  type Endpoint,
  type EndpointStore,
  endEndpoint,
  findEndpoint,
  findTarget,
  insertEndpoint,
  isSigned,
  listEndpoints,
  maxEndpoints,
  rotateSecret,
} from './endpoints.store.ts';
import { type ListedAttempt, listAttempts, noteSample, replayEvents } from './events.store.ts';
import { publishNow } from './events.tasks.ts';
import { type OpenLine, openLine } from './open-line.ts';
import { enqueueSender } from './send-events.ts';

const expected = 'https://host/path, nats://host:4222/subject or tls://host:4222/subject';

/**
 * Checks an address. For NATS, the path is the subject. An https address must have no account and no fragment, because
 * neither would be sent.
 */
const isAddress = ({ protocol, pathname, username, hash, search }: URL): boolean =>
  protocol === 'https:'
    ? username === '' && hash === ''
    : ['nats:', 'tls:'].includes(protocol) && /^\/[\w.-]+$/.test(pathname) && search === '' && hash === '';

const typedAddress = typed('<address>', expected, (text) =>
  text.length <= 500 && URL.canParse(text) && isAddress(new URL(text)) ? text : undefined,
);

const typedEvent = typedChoice(eventTypes);
const typedEntity = typedText('<order:100000001|product:sku|customer:id|import:id>', 200);

const stateOf = ({ endedAt, endedBecause, waiting, dead }: Endpoint): string => {
  if (endedAt !== null) return endedBecause === 'gone' ? 'ended: it answered 410' : 'ended';
  return `${waiting} waiting, ${dead} dead`;
};

/** Returns the address without its account and the values of its query. */
const shownAddress = ({ url }: Endpoint): string => {
  const { protocol, username, host, pathname, searchParams } = new URL(url);
  const query = [...searchParams.keys()].map((name) => `${encodeURIComponent(name)}=…`).join('&');
  return `${protocol}//${username === '' ? '' : '…@'}${host}${pathname}${query === '' ? '' : `?${query}`}`;
};

const lineOf = (endpoint: Endpoint): string =>
  `${endpoint.id}  ${shownAddress(endpoint)}  ${stateOf(endpoint)}  ${endpoint.types.length === eventTypes.length ? 'all events' : endpoint.types.join(' ')}`;

const documentOf = (endpoint: Endpoint) => ({ ...endpoint, url: shownAddress(endpoint) });

const attemptLine = ({ at, endpointId, eventId, type, status, error, ms, answer }: ListedAttempt): string =>
  `${at.toISOString()}  ${endpointId}  ${eventId}  ${type}  ${error ?? status ?? 'stored'}  ${ms} ms${answer === '' ? '' : `  ${JSON.stringify(answer)}`}`;

const unknown = (id: string): string => `There is no active endpoint ${id}. "webhook list" lists them.`;

const storeOf = ({ db, readConfig }: DatabaseCall): EndpointStore => ({
  db,
  sealedSecrets: createSealedSecrets(createKeyRing(readConfig().secretsKeys)),
});

const keyMissing =
  'SECRETS_KEY is not set: what signs webhooks is kept encrypted with it. `openssl rand -base64 32` makes one; give it to every process of the ' +
  'shop (docs/operations.md, "Secrets").';

async function sendSample(
  call: DatabaseCall,
  id: string,
  type: (typeof eventTypes)[number],
  open: OpenLine,
): Promise<boolean> {
  const { db, now, end } = call;
  const target = await findTarget(storeOf(call), id, now);
  if (target === undefined) return end(false, unknown(id));
  const occurredAt = now.toISOString();
  const sample = eventBody.parse({ type, id: randomUUIDv7(), occurredAt, sequence: 0, data: eventExamples[type] });
  const line = open(target.url);
  const startedAt = performance.now();
  const answer = await line.send({ id: sample.id, text: JSON.stringify(sample) }, target.secrets, now);
  await line.close();
  const ms = Math.round(performance.now() - startedAt);
  await noteSample(db.write, { endpointId: id, eventId: sample.id, type }, { ...answer, at: now, ms });
  const words = answer.answer === '' ? '' : `: ${answer.answer}`;
  return answer.error === null
    ? end(true, `It took a sample of ${type} in ${ms} ms (${answer.status ?? 'stored'})${words}`)
    : end(false, `It did not take a sample of ${type}: ${answer.error}${words}`);
}

/** Commands for systems that receive events. Tests replace the connection. */
export const webhookCommandsOf = (open: OpenLine): readonly Command[] => [
  databaseCommand({
    usage: 'webhook add <address>',
    changes: { entity: 'webhooks', id: ({ address }) => new URL(address).host, hides: ['address'] },
    summary:
      `adds an endpoint that gets all events from now on, or only the given --event types; up to ${maxEndpoints} endpoints. Prints the secret that ` +
      'signs the messages, only once (HOOK-03). For nats:// and tls:// the path is the subject, which needs a stream of JetStream',
    takes: {
      address: typedAddress,
      event: z
        .array(typedEvent)
        .optional()
        .describe(typedEvent.description ?? ''),
    },
    run: async (call, { address: url, event }) => {
      const { db, end, readConfig } = call;
      if (isSigned(url) && readConfig().secretsKeys.length === 0) return end(false, keyMissing);
      const id = randomUUIDv7();
      const added = await insertEndpoint(storeOf(call), { id, url, types: [...new Set(event ?? eventTypes)] });
      if (added === undefined) return end(false, `There are ${maxEndpoints} endpoints already: end one first.`);
      await publishNow(db.write);
      return end(
        true,
        added.secret === null
          ? `Endpoint ${id} gets events.`
          : `Endpoint ${id} gets events. Its secret, shown only once: ${added.secret}`,
      );
    },
  }),
  databaseCommand({
    usage: 'webhook list',
    changes: null,
    summary: 'lists every endpoint, active endpoints first, with its waiting events and its undelivered events',
    canJson: true,
    takes: {},
    run: async ({ db, answer }) => {
      const endpoints = await listEndpoints(db.write);
      answer(endpoints.map(documentOf), endpoints.length === 0 ? ['No endpoint gets events.'] : endpoints.map(lineOf));
      return true;
    },
  }),
  databaseCommand({
    usage: 'webhook show <endpoint>',
    changes: null,
    summary: 'shows one endpoint, its events, and the last ten attempts',
    canJson: true,
    takes: { endpoint: typedId },
    run: async ({ db, answer, refuse }, { endpoint: id }) => {
      const endpoint = await findEndpoint(db.write, id);
      if (endpoint === undefined) return refuse(`There is no endpoint ${id}.`);
      const asked = { endpointId: id, eventId: null, since: null, onlyFailed: false };
      const attempts = await listAttempts(db.write, asked, 10);
      answer({ ...documentOf(endpoint), attempts }, [
        lineOf(endpoint),
        ...endpoint.types,
        ...attempts.map(attemptLine),
      ]);
      return true;
    },
  }),
  databaseCommand({
    usage: 'webhook rotate <endpoint>',
    changes: { entity: 'webhooks' },
    summary:
      'creates a new secret for the endpoint, and prints it once; for 24 hours the former secret signs, too (HOOK-04)',
    takes: { endpoint: typedId },
    run: async (call, { endpoint: id }) => {
      const { now, end, readConfig } = call;
      if (readConfig().secretsKeys.length === 0) return end(false, keyMissing);
      const secret = await rotateSecret(storeOf(call), id, now);
      return secret === undefined ? end(false, unknown(id)) : end(true, `Its new secret, shown only once: ${secret}`);
    },
  }),
  databaseCommand({
    usage: 'webhook end <endpoint>',
    changes: { entity: 'webhooks' },
    summary: 'sends the endpoint no more events; waiting events are dropped',
    canDryRun: true,
    takes: { endpoint: typedId },
    run: async (call, { endpoint: id }) =>
      (await endEndpoint(storeOf(call), id, 'operator', call.now))
        ? call.end(true, `Endpoint ${id} gets no more events.`)
        : call.end(false, unknown(id)),
  }),
  databaseCommand({
    usage: 'webhook test <endpoint>',
    changes: null,
    summary:
      'sends the endpoint a sample event (sequence 0) and prints the answer; the type is --event, by default orders.placed',
    takes: { endpoint: typedId, event: optional(typedEvent) },
    run: (call, { endpoint, event = 'orders.placed' }) => sendSample(call, endpoint, event, open),
  }),
  databaseCommand({
    usage: 'webhook log',
    changes: null,
    summary:
      'lists the attempts of the last 30 days, latest first: moment, endpoint, event, outcome, milliseconds, answer (HOOK-08); at most 100, or --most',
    canJson: true,
    takes: {
      endpoint: optional(typedId),
      id: optional(typedId),
      since: optional(typedMoment),
      failed: flag,
      most: optional(typedCount),
    },
    run: async ({ db, answer }, { endpoint = null, id = null, since = null, failed, most = 100 }) => {
      const attempts = await listAttempts(
        db.write,
        { endpointId: endpoint, eventId: id, since, onlyFailed: failed },
        most,
      );
      answer(attempts, attempts.length === 0 ? ['Nothing was sent.'] : attempts.map(attemptLine));
      return true;
    },
  }),
  databaseCommand({
    usage: 'webhook replay <endpoint>',
    changes: { entity: 'webhooks' },
    summary:
      'sends events of the last 30 days again, delivered or not: the same ids and bodies, with new signatures, in the order of each entity ' +
      '(HOOK-09). Selects one event by --id, or the events that match all of --since, --until, --event, --entity and --dead; at least one is required',
    canDryRun: true,
    takes: {
      endpoint: typedId,
      id: optional(typedId),
      since: optional(typedMoment),
      until: optional(typedUntil),
      event: optional(typedEvent),
      entity: optional(typedEntity),
      dead: flag,
    },
    check: ({ id, since, until, event, entity, dead }) =>
      [id, since, until, event, entity].every((word) => word === undefined) && !dead
        ? 'What is to be sent again? Type --id, --since, --until, --event, --entity or --dead.'
        : undefined,
    run: async (
      { db, now, actor, end },
      { endpoint, id = null, since = null, until = null, event = null, entity = null, dead },
    ) => {
      if ((await findEndpoint(db.write, endpoint))?.endedAt !== null) return end(false, unknown(endpoint));
      const asked = { endpointId: endpoint, eventId: id, since, until, type: event, entity, onlyDead: dead };
      const events = await replayEvents(db.write, asked, actor, now);
      await enqueueSender(db.write, endpoint);
      return end(true, `${events} events are sent once more.`);
    },
  }),
];

export const webhookCommands = webhookCommandsOf(openLine);
