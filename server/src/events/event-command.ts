import { eventTypes } from '@ceiba/contract/events';
import { type Command, databaseCommand } from '../platform/operations/command-line.ts';
import {
  flag,
  optional,
  typed,
  typedChoice,
  typedMoment,
  typedText,
  typedUntil,
} from '../platform/operations/typed-words.ts';
import { listEvents } from './events.store.ts';

const batchSize = 200;

const typedPlace = typed('<n>', 'the number of an event, or 0', (text) =>
  /^\d{1,15}$/.test(text) ? Number(text) : undefined,
);

export const eventCommands: readonly Command[] = [
  databaseCommand({
    usage: 'event list',
    changes: null,
    summary:
      'lists the events of the last 30 days that endpoints subscribe to, oldest first: number, moment, type, entity, id; with --json one whole ' +
      'event per line. --after continues after the event with that number',
    takes: {
      since: optional(typedMoment),
      until: optional(typedUntil),
      event: optional(typedChoice(eventTypes)),
      entity: optional(typedText('<order:100000001|product:sku|customer:id|import:id>', 200)),
      after: optional(typedPlace),
      json: flag,
    },
    run: async ({ db, say }, { since = null, until = null, event = null, entity = null, after = 0, json }) => {
      const filter = { since, until, type: event, entity };
      let events = await listEvents(db.write, filter, after, batchSize);
      while (events.length > 0) {
        for (const { n, id, type, entity: of, occurredAt, data } of events) {
          const shown = { n, id, type, entity: of, occurredAt, data: JSON.parse(data ?? 'null') };
          say(json ? JSON.stringify(shown) : `${n}  ${occurredAt.toISOString()}  ${type}  ${of}  ${id}`);
        }
        events = await listEvents(db.write, filter, events.at(-1)?.n ?? 0, batchSize);
      }
      return true;
    },
  }),
];
