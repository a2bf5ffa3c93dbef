import type { Config } from '../platform/config.ts';
import type { Messaging } from './messaging.ts';
import { createNatsMessaging } from './nats-messaging.ts';
import { createWebhookMessaging } from './webhook-messaging.ts';

/** The messaging service of the settings; undefined: messages only stay in their table. */
export const openMessaging = ({ messaging }: Pick<Config, 'messaging'>): Messaging | undefined => {
  if (messaging === undefined) return undefined;
  return messaging.kind === 'nats' ? createNatsMessaging(messaging) : createWebhookMessaging(messaging);
};
