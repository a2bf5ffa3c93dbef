import { flushCompileCache } from 'node:module';
import { placeOrder as endpoint } from '@ceiba/contract/orders';
import { pausePointsOf } from '../orders/placing/pause-points.ts';
import { placeOrder } from '../orders/placing/place-order.ts';
import { createHttpCardVault, createHttpGateway } from '../payments/http-gateway.ts';
import { createCardKeys, createCardSaver } from '../payments/save-card.ts';
import { openDatabase } from '../platform/db/database.ts';
import { createHttpPointsPrograms } from '../points/points-programs.ts';
import { getPolicy } from '../policies/policies.store.ts';

/** A process of its own that places one order, so that a test can kill it: settings and request are in its environment. */
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

// Nobody who is killed does it at the end.
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
