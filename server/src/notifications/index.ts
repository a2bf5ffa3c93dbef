import type { Slice } from '../slice.ts';
import { demoMailRoutes, registerDemoMailbox } from './demo-mailbox.routes.ts';
import { mailMeasures } from './mail-metrics.store.ts';
import { mailTextTable } from './mail-texts.table.ts';
import { deleteOldMailsTask, mailsCrontab } from './mails.tasks.ts';
import { sendMailTasks } from './write-mail.ts';

export const notifications: Slice = {
  entities: [mailTextTable],
  routes: demoMailRoutes,
  register: (services) => (services.config.isDemo ? [registerDemoMailbox(services)] : []),
  tasks: (services) => [...sendMailTasks(services), deleteOldMailsTask(services)],
  measures: mailMeasures,
  cron: mailsCrontab,
};
