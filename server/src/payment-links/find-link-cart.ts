import type { Database } from '../platform/database.ts';
import { hashOfLinkToken } from '../platform/link-token.ts';
import type { FindLinkCart } from '../platform/route.ts';
import { findLinkCart } from './payment-links.store.ts';

/** Asks the database which cart a token opens, by its hash. */
export const createFindLinkCart =
  (db: Database): FindLinkCart =>
  (token, now) =>
    findLinkCart(db.write, hashOfLinkToken(token), now);
