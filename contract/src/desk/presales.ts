import { z } from 'zod';
import { civilDate, dateTime } from '../shapes.ts';
import { exportEndpoint, listEndpoint } from './list-calls.ts';
import { presaleList } from './lists/presales.ts';

const presale = z.object({
  sku: z.string(),
  title: z.string(),
  /** Null if the date is not known yet. */
  presaleDate: civilDate.nullable(),
  /** Units of open orders that have not left. */
  units: z.int(),
  /** Units that were sold or are for sale, and have not come. */
  toCome: z.int(),
  /** Units that have come for the presale. */
  arrived: z.int(),
  /** Units on ordered purchases that have not come. */
  onOrder: z.int(),
  /** Shipments that wait for units. They become ready in the order of placing (WORK-32). */
  waiting: z.int(),
  orders: z.int(),
  /** Time at which the oldest of its open orders was placed. */
  firstAt: dateTime.nullable(),
});
export const listPresales = { ...listEndpoint('listPresales', presaleList, presale), touches: 'shop' } as const;
export const exportPresales = { ...exportEndpoint('exportPresales', presaleList), touches: 'shop' } as const;
