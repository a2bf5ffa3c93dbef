import type { Slice } from '../slice.ts';
import { deskRefundRoutes } from './refunds.desk.routes.ts';

export const refunds: Slice = { routes: deskRefundRoutes };
