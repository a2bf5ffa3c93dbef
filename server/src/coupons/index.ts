import type { Slice } from '../slice.ts';
import { couponCommands } from './coupon-command.ts';
import { couponsRoutes } from './coupons.routes.ts';

export const coupons: Slice = {
  routes: couponsRoutes,
  commands: couponCommands,
};
