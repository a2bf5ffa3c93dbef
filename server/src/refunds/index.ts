import type { Slice } from '../slice.ts';
import { refundMeasures } from './refund-metrics.store.ts';
import { deskRefundRoutes } from './refunds.desk.routes.ts';
import { refundsCrontab, refundsTasks } from './refunds.tasks.ts';
import { refundCardCommands } from './reissue-refund-card.ts';

export const refunds: Slice = {
  routes: deskRefundRoutes,
  tasks: refundsTasks,
  cron: refundsCrontab,
  measures: refundMeasures,
  commands: refundCardCommands,
};
