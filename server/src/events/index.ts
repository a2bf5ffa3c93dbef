import type { Slice } from '../slice.ts';
import { eventCommands } from './event-command.ts';
import { eventMeasures } from './event-metrics.store.ts';
import { eventSenders, eventsCrontab, eventsTasks } from './events.tasks.ts';
import { openLine } from './open-line.ts';
import { webhookCommands } from './webhook-command.ts';

export const events: Slice = {
  tasks: eventsTasks,
  senders: (services) => eventSenders({ ...services, openLine }),
  cron: eventsCrontab,
  measures: eventMeasures,
  commands: [...webhookCommands, ...eventCommands],
};
