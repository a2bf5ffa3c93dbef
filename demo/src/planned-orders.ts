import type { ShipmentState } from '@ceiba/domain/orders/shipment';

/** What a shipment went through: the last is where it stands. */
export type Passed = Partial<Record<ShipmentState, number>>;

export interface PlannedOrder {
  /** Days before now. */
  placed: number;
  /** Which of the products, those of others from 4 on, and how many. */
  lines: readonly (readonly [product: number, quantity: number])[];
  /** How long after it was placed the shop's own shipment, and that of others, came to each state, in days, in that order. */
  own: Passed;
  others?: Passed;
}

/**
 * DEC-164: six orders of the demo customer in different states, paid at the door, as the sandbox bank knows no charge of them.
 * Two of them can be returned, in part; of the last the days for that are over.
 */
export const plannedOrders: readonly PlannedOrder[] = [
  {
    placed: 90,
    lines: [[0, 1]],
    own: { picking: 1, sent: 2, delivered: 3 },
  },
  { placed: 40, lines: [[1, 1]], own: { canceled: 1 } },
  {
    placed: 12,
    lines: [
      [2, 2],
      [4, 1],
    ],
    own: { picking: 1, sent: 2, delivered: 3 },
    others: { picking: 2, sent: 3, delivered: 5 },
  },
  // Brought twice in vain; its goods are not back yet.
  { placed: 8, lines: [[1, 2]], own: { picking: 1, sent: 2, undelivered: 4 } },
  {
    placed: 4,
    lines: [
      [0, 1],
      [5, 1],
    ],
    own: { picking: 1, sent: 2, delivered: 3 },
    others: { picking: 2 },
  },
  { placed: 2, lines: [[3, 1]], own: { picking: 0.5, sent: 1 } },
];

/** Of the third order one of two units is on its way back. */
export const returnedOrder = 2;
