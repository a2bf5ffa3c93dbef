import { z } from 'zod';
import { civilDate, dateTime } from '../shapes.ts';
import { exportEndpoint, listEndpoint } from './list-calls.ts';
import { presaleList } from './lists/presales.ts';

const presale = z.object({
  sku: z.string(),
  title: z.string(),
  /** Null if the date is not known yet. */
  presaleDate: civilDate.nullable(),
  units: z.int(),
  orders: z.int(),
  /** Time at which the oldest of its open orders was placed. */
  firstAt: dateTime.nullable(),
});
export const listPresales = { ...listEndpoint('listPresales', presaleList, presale), touches: 'shop' } as const;
export const exportPresales = { ...exportEndpoint('exportPresales', presaleList), touches: 'shop' } as const;
