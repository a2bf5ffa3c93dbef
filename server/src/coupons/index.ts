import type { Slice } from '../slice.ts';
import { couponCommands } from './coupon-command.ts';
import { couponsRoutes } from './coupons.routes.ts';
import { couponTable } from './coupons.table.ts';

export const coupons: Slice = {
  entities: [couponTable],
  routes: couponsRoutes,
  commands: couponCommands,
};
