import { flushCompileCache } from 'node:module';
import { placeOrder as endpoint } from '@ceiba/contract/orders';
import { pausePointsOf } from '../orders/placing/pause-points.ts';
import { placeOrder } from '../orders/placing/place-order.ts';
import { createHttpCardVault, createHttpGateway } from '../payments/http-gateway.ts';
import { createCardKeys, createCardSaver } from '../payments/save-card.ts';
import { openDatabase } from '../platform/db/open-database.ts';
import { createHttpPointsPrograms } from '../points/points-programs.ts';
import { getPolicy } from '../policies/policies.store.ts';

/** Places one order in a separate process, so that a test can kill it. Settings and request are in its environment. */
const {
  DATABASE_URL = '',
  BANK_URL = '',
  BANK_KEY = '',
  CEIBA_PAUSE_AT,
  ORDER = '',
  ORDER_KEY,
  VIEWER_ID,
  STORE_PAYMENT,
} = process.env;

// Flushed now, because a killed process cannot do so at its end.
flushCompileCache();
const db = openDatabase({ url: DATABASE_URL, maxConnections: 2 });
const gateway = createHttpGateway({ url: BANK_URL, merchantKey: BANK_KEY, timeoutMs: 60_000 });
const vault = createHttpCardVault({ url: BANK_URL, merchantKey: BANK_KEY, timeoutMs: 60_000 });
const cardSaver = createCardSaver({ db, vault, log: { warn: () => {}, error: () => {} } });
const placing = await placeOrder(
  {
    db,
    gateway,
    programs: createHttpPointsPrograms({ url: BANK_URL, merchantKey: BANK_KEY }),
    cardSaver,
    cardKeys: createCardKeys(db, BANK_KEY),
    pausePoints: pausePointsOf(CEIBA_PAUSE_AT),
    settleAfterMs: 2_000,
  },
  {
    request: endpoint.body.parse(JSON.parse(ORDER)),
    idempotencyKey: ORDER_KEY,
    now: new Date(),
    policy: await getPolicy(db.write),
    viewerId: VIEWER_ID,
    customerId: VIEWER_ID,
    client: null,
    isStorePayment: STORE_PAYMENT === 'true',
  },
);
await cardSaver.settled();
process.stdout.write(JSON.stringify(placing));
await db.close();
