import type { Database } from '../platform/db/database.ts';
import { statement } from '../platform/db/statement.ts';
import type { Measure } from '../platform/operations/metrics.ts';

const countWaiting = statement(
  'events.count-waiting',
  `select count(*) as deliveries from event_deliveries where state = 'waiting'`,
);

const countDead = statement(
  'events.count-dead',
  `select count(*) as deliveries from event_deliveries d join webhook_endpoints p on p.id = d.endpoint_id and p.ended_at is null
   where d.state = 'dead'`,
);

// Only the first waiting event of each entity has a due time, because its other events happened later. Unpublished events count as waiting,
// too.
const oldestWaiting = statement(
  'events.oldest-waiting',
  `select coalesce(extract(epoch from clock_timestamp() - least(
     (select min(occurred_at) from event_outbox),
     (select min(e.occurred_at) from event_deliveries d join events e on e.id = d.event_id where d.due_at is not null))), 0) as seconds`,
);

/** The number and the age of events that must still be sent to other systems (HOOK-06). */
export const eventMeasures = ({ upkeepDb: db }: { upkeepDb: Database }): Measure[] => [
  {
    name: 'ceiba_event_deliveries_waiting',
    help: 'Events not yet delivered to an endpoint, including events that are retried',
    read: async () => (await countWaiting(db.write, [])).map(({ deliveries }) => ({ value: deliveries })),
  },
  {
    name: 'ceiba_event_oldest_seconds',
    help: 'Age of the oldest event that is not yet delivered to an endpoint',
    read: async () => (await oldestWaiting(db.write, [])).map(({ seconds }) => ({ value: seconds })),
  },
  {
    name: 'ceiba_event_deliveries_dead',
    help: 'Events of the last 30 days whose attempts at an active endpoint all failed. They are sent again only if a person replays them',
    read: async () => (await countDead(db.write, [])).map(({ deliveries }) => ({ value: deliveries })),
  },
];
