import type { Slice } from '../slice.ts';
import { couponCommands } from './coupon-command.ts';
import { couponSeriesTable } from './coupon-series.table.ts';
import { couponDeskRoutes } from './coupons.desk.routes.ts';
import { couponsRoutes } from './coupons.routes.ts';
import { couponTable } from './coupons.table.ts';

export const coupons: Slice = {
  entities: [couponTable, couponSeriesTable],
  routes: (services) => [...couponsRoutes(services), ...couponDeskRoutes(services)],
  commands: couponCommands,
};
