import { randomUUIDv7 } from 'node:crypto';
import { sendMessagingEvent, sendSponsoredEvent } from '@ceiba/contract/analytics';
import { isEventUrl } from '@ceiba/domain/analytics/sponsored-event';
import { ok, refuse } from '@ceiba/domain/result';
import type { Database } from '../platform/db/database.ts';
import { type Route, route } from '../platform/http/route.ts';
import type { Config } from '../platform/operations/config.ts';
import { insertOrderedEvent, insertSponsoredEvent } from './analytics.store.ts';
import { enqueueSponsoredEvent, writeMessages } from './write-message.ts';

/** The refusal of an address that is malformed, not https, or on a host that is not configured (DEC-175). */
const wrongUrl = { fields: { eventUrl: 'La dirección del evento no es válida.' } };

export interface AnalyticsDeps {
  db: Database;
  config: Pick<Config, 'rmnHosts' | 'messaging'>;
}

export const analyticsRoutes = ({ db, config }: AnalyticsDeps): Route[] => [
  route(sendMessagingEvent, async ({ body: { event, data, cartId } }, { now }) => {
    if (cartId === undefined) return ok(null);
    const sending = { now, isHandedOn: config.messaging !== undefined };
    await db.transaction((tx) => writeMessages(tx, [{ event, data, cartId }], sending));
    return ok(null);
  }),
  route(sendSponsoredEvent, async ({ body }, { now }) => {
    const { eventUrl } = body;
    if (!isEventUrl(eventUrl, config.rmnHosts)) return refuse({ code: 'VALIDATION_ERROR', metadata: wrongUrl });
    const id = randomUUIDv7();
    await db.transaction(async (tx) => {
      // Without hosts, the event is only stored (DEC-175).
      if (config.rmnHosts.length === 0) await insertSponsoredEvent(tx, id, eventUrl, now);
      // An address that belongs to no order gets the same answer, but is neither stored nor called.
      else if (await insertOrderedEvent(tx, id, eventUrl, now)) await enqueueSponsoredEvent(tx, id);
    });
    return ok(null);
  }),
];
