import type { Slice } from '../slice.ts';
import { eventSenders, eventsCrontab, eventsTasks } from './events.tasks.ts';
import { openLine } from './open-line.ts';

export const events: Slice = {
  tasks: eventsTasks,
  senders: (services) => eventSenders({ ...services, openLine }),
  cron: eventsCrontab,
};
