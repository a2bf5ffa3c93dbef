import type { OrderStatus, TrackingStage } from '@ceiba/domain/orders/order';

export interface PlannedOrder {
  /** Days before now. */
  placed: number;
  status: OrderStatus;
  /** Which of the products, those of others from 4 on, and how many. */
  lines: readonly (readonly [product: number, quantity: number])[];
  /** How long after it was placed the shop's own shipment reached each stage, in days; that of others a day later. */
  own: Partial<Record<TrackingStage, number>>;
  others?: Partial<Record<TrackingStage, number>>;
}

/**
 * DEC-164: six orders of the demo customer in different states, paid at the door, as the sandbox bank knows no charge of them.
 * Two of them can be returned, in part; of the last the days for that are over.
 */
export const plannedOrders: readonly PlannedOrder[] = [
  {
    placed: 90,
    status: 'delivered',
    lines: [[0, 1]],
    own: { preparing: 1, onTheWay: 2, delivered: 3 },
  },
  { placed: 40, status: 'canceled', lines: [[1, 1]], own: {} },
  {
    placed: 12,
    status: 'delivered',
    lines: [
      [2, 2],
      [4, 1],
    ],
    own: { preparing: 1, onTheWay: 2, delivered: 3 },
    others: { preparing: 2, onTheWay: 3, delivered: 5 },
  },
  {
    placed: 4,
    status: 'processing',
    lines: [
      [0, 1],
      [5, 1],
    ],
    own: { preparing: 1, onTheWay: 2, delivered: 3 },
    others: { preparing: 2 },
  },
  { placed: 2, status: 'shipped', lines: [[3, 1]], own: { preparing: 0.5, onTheWay: 1 } },
  { placed: 0.1, status: 'processing', lines: [[1, 2]], own: {} },
];

/** Of the third order one of two units is on its way back. */
export const returnedOrder = 2;
