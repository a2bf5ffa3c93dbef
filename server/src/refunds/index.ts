import type { Slice } from '../slice.ts';
import { deskRefundRoutes } from './refunds.desk.routes.ts';
import { refundCardCommands } from './reissue-refund-card.ts';

export const refunds: Slice = { routes: deskRefundRoutes, commands: refundCardCommands };
