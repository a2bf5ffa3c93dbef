import type { Database } from '../platform/db/database.ts';
import { statement } from '../platform/db/statement.ts';
import type { Measure } from '../platform/operations/metrics.ts';
import type { Mailer } from './mailer.ts';

// The job that sends a mail is retried for three days. Older mails are left to the guard (`gift-card-mail-sent`) or to a dead job.
const waitingMails = statement(
  'notifications.waiting',
  `select count(*) as mails, coalesce(extract(epoch from clock_timestamp() - min(created_at)), 0) as seconds
   from mails where created_at > clock_timestamp() - interval '4 days' and sent_at is null and withdrawn_at is null`,
);

/** Measures how late the shop's mails are. There is no measure if the shop sends no mails. */
export const mailMeasures = ({
  upkeepDb: db,
  mailer,
}: {
  upkeepDb: Database;
  mailer: Mailer | undefined;
}): Measure[] =>
  mailer === undefined
    ? []
    : [
        {
          name: 'ceiba_mails_waiting',
          help: 'Mails of the last four days that are written and not sent',
          read: async () => (await waitingMails(db.write, [])).map(({ mails }) => ({ value: mails })),
        },
        {
          name: 'ceiba_mail_oldest_seconds',
          help: 'For how long the oldest unsent mail of the last four days has waited',
          read: async () => (await waitingMails(db.write, [])).map(({ seconds }) => ({ value: seconds })),
        },
      ];
