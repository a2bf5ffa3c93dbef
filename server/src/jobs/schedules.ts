import { parseCrontab } from 'graphile-worker';

const minuteMs = 60_000;

/** How far a next run is looked for: monthly ones are farther than none. */
const mostMinutes = 32 * 24 * 60;

export interface Schedule {
  /** As the queue keeps when it ran last. */
  name: string;
  task: string;
  /** Undefined: not within a month. */
  nextRunAt: Date | undefined;
}

/** Lines of a crontab in UTC, each with the first minute after `now` that it runs at. */
export const schedulesOf = (crontab: string, now: Date): Schedule[] =>
  parseCrontab(crontab).map(({ identifier, task, match }) => {
    const first = Math.floor(now.getTime() / minuteMs) + 1;
    for (let minute = first; minute < first + mostMinutes; minute += 1) {
      const at = new Date(minute * minuteMs);
      const digest = {
        min: at.getUTCMinutes(),
        hour: at.getUTCHours(),
        date: at.getUTCDate(),
        month: at.getUTCMonth() + 1,
        dow: at.getUTCDay(),
      };
      if (match(digest)) return { name: identifier, task, nextRunAt: at };
    }
    return { name: identifier, task, nextRunAt: undefined };
  });
