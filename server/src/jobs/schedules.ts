import { parseCrontab } from 'graphile-worker';

const minuteMs = 60_000;

/** Period in which the next run is searched: a month, because every schedule runs at least monthly. */
const maxMinutes = 32 * 24 * 60;

export interface Schedule {
  /** The name under which the queue records the last run. */
  name: string;
  task: string;
  /** Undefined if there is no run within a month. */
  nextRunAt: Date | undefined;
}

/** Returns the entries of a crontab in UTC, each with its first run after `now`. */
export const schedulesOf = (crontab: string, now: Date): Schedule[] =>
  parseCrontab(crontab).map(({ identifier, task, match }) => {
    const first = Math.floor(now.getTime() / minuteMs) + 1;
    for (let minute = first; minute < first + maxMinutes; minute += 1) {
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
