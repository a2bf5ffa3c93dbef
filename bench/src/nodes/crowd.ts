import { cash, shopper } from '../purchase-journey.ts';
import { noTroubles, openPatientConnection, type Troubles } from './patient-connection.ts';

/** What shoppers were told, and must be true afterwards. */
export interface Promises {
  orders: { cartId: string; number: number }[];
  /** Open carts and how many units of one product were added to them. */
  carts: { id: string; sku: string; added: number }[];
}

export interface Crowd {
  promises: Promises;
  troubles: Troubles;
  /** Milliseconds of each journey, and how many of them several nodes answered. */
  journeys: number[];
  bounced(): number;
  /** What was begun is finished. */
  stop(): Promise<void>;
}

export interface CrowdOptions {
  port: number;
  basket: () => string[];
  buyers: number;
  /** Further buyers, whose orders are at the bank most of the time. */
  slowBuyers?: number;
  /** Shoppers who fill carts and leave them. */
  collectors: number;
}

/** How a buyer pays; `slow`: by a card that is charged at once and about which the bank answers after three seconds. */
type Means = 'cash' | 'card' | 'slow';

const cardNumbers = { card: '4111111111111111', slow: '4000000000000515' };

const paymentOf = (means: Means): object =>
  means === 'cash'
    ? cash
    : {
        paymentType: 'Card',
        paymentPlan: 1,
        ccNumber: cardNumbers[means],
        ccDate: '12/39',
        ccCVV: '123',
        ccOwner: 'Lucía Paz',
      };

/** Repeated adds of one product join in one line, which takes ten units. */
const unitsPerCart = 5;

/** Shoppers behind the proxy who go on until they are told to stop: half of the buyers pay by card. */
export const openCrowd = ({ port, basket, buyers, slowBuyers = 0, collectors }: CrowdOptions): Crowd => {
  const troubles = noTroubles();
  const promises: Promises = { orders: [], carts: [] };
  const journeys: number[] = [];
  let bounced = 0;
  let isOver = false;

  const buyer = async (means: Means): Promise<void> => {
    const connection = openPatientConnection(port, troubles);
    const { prepare, order } = shopper(connection);
    while (!isOver) {
      const start = performance.now();
      const cart = await prepare(basket());
      promises.orders.push({ cartId: cart.id, number: await order(cart, paymentOf(means)) });
      journeys.push(performance.now() - start);
      if (connection.takeNodes().size > 1) bounced += 1;
    }
    connection.close();
  };

  const collector = async (): Promise<void> => {
    const connection = openPatientConnection(port, troubles);
    const { fill, call } = shopper(connection);
    while (!isOver) {
      const [sku = ''] = basket();
      const cart = { id: await fill([]), sku, added: 0 };
      promises.carts.push(cart);
      for (; !isOver && cart.added < unitsPerCart; cart.added += 1)
        await call('POST', `/v1/carts/${cart.id}/products`, { sku, quantity: 1 });
    }
    connection.close();
  };

  const running = Promise.all([
    ...Array.from({ length: buyers }, (_, index) => buyer(index % 2 === 0 ? 'card' : 'cash')),
    ...Array.from({ length: slowBuyers }, () => buyer('slow')),
    ...Array.from({ length: collectors }, collector),
  ]);
  // Awaited in `stop`; until then a failure must not end the process.
  running.catch(() => {});
  return {
    promises,
    troubles,
    journeys,
    bounced: () => bounced,
    stop: async () => {
      isOver = true;
      await running;
    },
  };
};
