import { refundChangeRoutes } from '../refunds/refund-changes.routes.ts';
import type { Slice } from '../slice.ts';
import { deskOrderRoutes } from './desk/orders.desk.routes.ts';
import { approveRefund, refundOrder, rejectRefund } from './desk/refund-order.ts';
import { orderHistoryRoutes } from './history/order-history.routes.ts';
import { mailPreviewRoutes } from './mails/preview-mail.routes.ts';
import { orderCommands } from './order-command.ts';
import { orderMeasures } from './order-metrics.store.ts';
import { ordersRoutes } from './orders.routes.ts';
import { ordersCrontab, ordersTasks } from './orders.tasks.ts';
import { orderListCommand } from './reading/order-list-command.ts';

export const orders: Slice = {
  routes: (services) => [
    ...ordersRoutes(services),
    ...orderHistoryRoutes(services),
    ...deskOrderRoutes(services),
    ...mailPreviewRoutes(services),
    ...refundChangeRoutes(services, { refundOrder, approveRefund, rejectRefund }),
  ],
  tasks: ordersTasks,
  measures: orderMeasures,
  cron: ordersCrontab,
  commands: [...orderCommands, orderListCommand],
};
