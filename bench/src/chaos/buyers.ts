import { noTroubles, openPatientConnection, type Troubles } from '../nodes/patient-connection.ts';
import { cash, shopper } from '../purchase-journey.ts';

export interface Buyers {
  /** What shoppers were told; an order's number is told once. */
  orders: { cartId: string; number: number }[];
  /** Carts whose shopper gave up or was refused, by what was said: their orders nobody was told of. */
  given: Map<string, string>;
  troubles: Troubles;
  stop(): Promise<void>;
}

export interface BuyersOptions {
  port: number;
  basket: () => string[];
  count: number;
  /** Every third buyer types it. */
  couponCode: string;
}

const card = { paymentType: 'Card', paymentPlan: 1, ccDate: '12/39', ccCVV: '123', ccOwner: 'Lucía Paz' };

/** Cash, a card that is approved, one that is charged at once and answered late, one that is declined. */
const means = [
  cash,
  { ...card, ccNumber: '4111111111111111' },
  { ...card, ccNumber: '4000000000000515' },
  { ...card, ccNumber: '4000000000000002' },
];

/** Shoppers who buy until they are told to stop, each in one way; who is refused begins anew. */
export const openBuyers = ({ port, basket, count, couponCode }: BuyersOptions): Buyers => {
  const troubles = noTroubles();
  const orders: Buyers['orders'] = [];
  const given: Buyers['given'] = new Map();
  let isOver = false;

  const buyer = async (index: number): Promise<void> => {
    const connection = openPatientConnection(port, troubles);
    const { prepare, order } = shopper(connection);
    while (!isOver) {
      let cartId = '';
      try {
        const cart = await prepare(basket(), index % 3 === 0 ? couponCode : undefined);
        cartId = cart.id;
        orders.push({ cartId, number: await order(cart, means[index % means.length]) });
      } catch (error) {
        given.set(cartId, error instanceof Error ? error.message : String(error));
      }
    }
    connection.close();
  };

  const running = Promise.all(Array.from({ length: count }, (_, index) => buyer(index)));
  return {
    orders,
    given,
    troubles,
    stop: async () => {
      isOver = true;
      await running;
    },
  };
};
