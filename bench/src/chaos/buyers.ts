import { setTimeout as sleep } from 'node:timers/promises';
import { noTroubles, openPatientConnection, type Troubles } from '../nodes/patient-connection.ts';
import { shopper } from '../purchase-journey.ts';
import { errandsOf, type Market, type ToldOrder } from './errands.ts';

export interface Buyers {
  /** What shoppers were told; an order's number is told once. */
  orders: ToldOrder[];
  /** How many orders they were told of, by the errand. */
  byErrand: Map<string, number>;
  /** Why errands came to nothing, by their names: their orders nobody was told of. */
  given: string[];
  troubles: Troubles;
  stop(): Promise<void>;
}

export interface BuyersOptions {
  port: number;
  market: Market;
  count: number;
}

/** Of a shop that refuses everybody at once nobody asks on and on. Milliseconds. */
const breathMs = 200;

/** What the shop said: its code, or the beginning of the message. */
const reasonOf = (error: unknown): string => {
  const message = error instanceof Error ? error.message : String(error);
  return /[A-Z]+(?:_[A-Z]+)+/.exec(message)?.[0] ?? message.slice(0, 80);
};

/** Shoppers who buy until they are told to stop, in every way in turn, each beginning with another one. */
export const openBuyers = ({ port, market, count }: BuyersOptions): Buyers => {
  const troubles = noTroubles();
  const orders: Buyers['orders'] = [];
  const byErrand: Buyers['byErrand'] = new Map();
  const given: Buyers['given'] = [];
  let isOver = false;

  const buyer = async (index: number): Promise<void> => {
    const connection = openPatientConnection(port, troubles);
    const guest = shopper(connection);
    const as = (headers: Record<string, string>) => shopper(connection, headers);
    const errands = errandsOf();
    for (let turn = index; !isOver; turn += 1) {
      const [name, errand] = errands[turn % errands.length] ?? [];
      if (name === undefined || errand === undefined) return;
      try {
        orders.push(await errand({ index: turn, guest, as, market }));
        byErrand.set(name, (byErrand.get(name) ?? 0) + 1);
      } catch (error) {
        given.push(`${name}: ${reasonOf(error)}`);
        await sleep(breathMs);
      }
    }
    connection.close();
  };

  const running = Promise.all(Array.from({ length: count }, (_, index) => buyer(index)));
  return {
    orders,
    byErrand,
    given,
    troubles,
    stop: async () => {
      isOver = true;
      await running;
    },
  };
};
