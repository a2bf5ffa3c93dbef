import type { DeskAnswer } from '../session/desk-client.ts';

type Courier = DeskAnswer<'listCouriers'>['data'][number];

/** A page of couriers, as the list call returns it. */
export const couriersPage = (...rows: Courier[]): DeskAnswer<'listCouriers'> => ({
  status: 200,
  data: rows,
  next: null,
  total: { value: rows.length, capped: false },
});

/** One courier, as its detail call returns it. */
export const courierDetail = (courier: Courier): DeskAnswer<'getCourier'> => ({
  status: 200,
  data: { ...courier, actions: [] },
});

export const sampleCourier = (changes: Partial<Courier> = {}): Courier => ({
  code: 'guatex',
  name: 'Guatex',
  isActive: true,
  version: 3,
  ...changes,
});
