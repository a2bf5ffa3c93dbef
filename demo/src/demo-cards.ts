import { insertRows } from '@ceiba/server/loading/loading.store';
import { sandboxAccount } from '@ceiba/server/payments/http-gateway';
import { sandboxKey } from '@ceiba/server/platform/config';
import type { Tx } from '@ceiba/server/platform/database';
import { demoCustomerId } from './demo-customers.ts';

/** DEC-164: a Visa and an Amex that can be charged, and one card that is over; the sandbox bank knows their tokens. */
const cards = [
  {
    id: '01900000-0000-7000-8000-000000000201',
    vault_token: 'tok_demo_expired',
    masked: '555555******4444',
    expiry_month: 6,
    expiry_year: 2024,
  },
  {
    id: '01900000-0000-7000-8000-000000000202',
    vault_token: 'tok_demo_amex',
    masked: '378282*****0005',
    expiry_month: 12,
    expiry_year: 2035,
  },
  {
    id: '01900000-0000-7000-8000-000000000203',
    vault_token: 'tok_demo_visa',
    masked: '411111******1111',
    expiry_month: 12,
    expiry_year: 2035,
  },
] as const;

/** The demo customer's saved cards, the one saved last at the end. */
export const loadSavedCards = (tx: Tx, now: Date): Promise<void> =>
  insertRows(
    tx,
    'saved_cards',
    cards.map((card) => ({
      ...card,
      acquirer: sandboxAccount(sandboxKey),
      customer_id: demoCustomerId,
      saved_at: now,
    })),
  );
