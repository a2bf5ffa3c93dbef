import { getDeskCartCode } from '@ceiba/contract/desk/cart-codes';
import { cartCodeText, readCartCode } from '@ceiba/domain/cart-codes/cart-code';
import { ok, refuse } from '@ceiba/domain/result';
import { priceLooseLines } from '../carts/read-cart.store.ts';
import { readSupply } from '../delivery/delivery.store.ts';
import { storesOfLine } from '../delivery/product-stores.ts';
import { plansOfCart } from '../payments/bank-plans.ts';
import type { Database } from '../platform/db/database.ts';
import { type Route, route } from '../platform/http/route.ts';
import { findCodeLines } from './cart-codes.store.ts';
import { showCode, toLooseLines } from './code-lines.ts';

/**
 * A shared cart at the desk: its lines, its table of banks, and the stock of each store as a placement would plan it
 * (WA-04, LIVE, BANK).
 */
export const deskCartCodeRoute = (db: Pick<Database, 'read' | 'write'>): Route =>
  route(getDeskCartCode, async ({ params }, { now, policy }) => {
    const code = readCartCode(params.code) ?? '';
    const rows = await findCodeLines(db.write, code, now);
    const [first] = rows;
    if (first === undefined) return refuse({ code: 'CODE_NOT_FOUND' });
    const { lines, total } = showCode(rows);
    const supply = await readSupply(
      db.read,
      lines.map(({ sku }) => sku),
    );
    const cart = priceLooseLines(toLooseLines(rows), now, policy);
    return ok({
      status: 200,
      data: {
        code: cartCodeText(code),
        createdAt: first.code_created_at.toISOString(),
        expiresAt: first.code_expires_at.toISOString(),
        lines: lines.map(({ picture, slug, ...line }) => ({ ...line, ...storesOfLine(supply, line, { now, policy }) })),
        total,
        plans: await plansOfCart(db, cart, {}, { now, policy }),
      },
    });
  });
