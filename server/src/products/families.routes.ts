import {
  addVariants,
  changeProductFamily,
  type Family,
  getProductFamily,
  previewFamilyCopy,
} from '@ceiba/contract/desk/families';
import { maxVariants } from '@ceiba/contract/desk/family-fields';
import { type Centavos, toQuetzales } from '@ceiba/domain/money/money';
import { ok, refuse } from '@ceiba/domain/result';
import { mediaUrl } from '../media/media-store.ts';
import type { Database, Tx } from '../platform/db/database.ts';
import { type Route, route } from '../platform/http/route.ts';
import { changeRoute } from '../platform/http/staff-route.ts';
import { addToFamily } from './add-variants.ts';
import { changeFamily } from './change-family.ts';
import { copiedTexts } from './copy-to-family.ts';
import { listVariants } from './families.store.ts';
import { findProduct, listProducts } from './products.store.ts';

const quetzales = (amount: Centavos | null): number | null => (amount === null ? null : toQuetzales(amount));

/** Reads the family for the response. Undefined if no product has this parent. Runs one statement. */
async function readFamily(tx: Tx, parentSku: string): Promise<Family | undefined> {
  const rows = await listVariants(tx, parentSku, maxVariants);
  const [first] = rows;
  if (first === undefined) return undefined;
  const variants = rows.map(({ total: _, picture, regularPrice, salesPrice, discountEndsAt, ...row }) => ({
    ...row,
    picture: picture === null ? null : mediaUrl(picture, 64, 'webp'),
    regularPrice: quetzales(regularPrice),
    salesPrice: salesPrice === regularPrice ? null : quetzales(salesPrice),
    discountEndsAt: discountEndsAt?.toISOString() ?? null,
  }));
  return { parentSku, total: first.total, variants };
}

/** Calls about the variants of one model: their family, its grid, and copies between them (PROD-25). */
export const familyRoutes = ({ db }: { db: Database }): Route[] => [
  route(getProductFamily, async ({ params: { parentSku } }) => {
    const data = await readFamily(db.write, parentSku);
    return data === undefined ? refuse({ code: 'NOT_FOUND' }) : ok({ status: 200, data });
  }),
  changeRoute(changeProductFamily, db, async ({ tx, params: { parentSku }, body, staff, author }) => {
    const { variants: asked, reason } = body;
    const done = await changeFamily(tx, { parentSku, asked, reason, staff, author });
    if (!done.ok) return refuse(done.error) as never;
    const { results, changes } = done.value;
    const family = await readFamily(tx, parentSku);
    if (family === undefined) return refuse({ code: 'NOT_FOUND' });
    return ok({ answer: { status: 200, data: { family, results } }, change: null, others: changes });
  }),
  changeRoute(addVariants, db, async ({ tx, params: { sku }, body: { variants }, staff, author }) => {
    const added = await addToFamily(tx, { sku, variants, staff, author });
    if (!added.ok) return refuse(added.error) as never;
    const { parentSku, changes } = added.value;
    const data = await readFamily(tx, parentSku);
    if (data === undefined) throw new Error(`family ${parentSku} vanished`);
    return ok({ answer: { status: 201, data }, change: null, others: changes });
  }),
  route(previewFamilyCopy, async ({ params: { sku }, query: { parts } }) => {
    const from = await findProduct(db.read, sku);
    if (from === undefined || from.parentSku === null) return refuse({ code: 'NOT_FOUND' });
    const family = await listVariants(db.read, from.parentSku, maxVariants);
    const others = family.filter((each) => each.sku !== sku);
    const rows = new Map(
      (
        await listProducts(
          db.read,
          others.map((each) => each.sku),
        )
      ).map((row) => [row.sku, row]),
    );
    const data = others.flatMap(({ sku: to, label }) => {
      const row = rows.get(to);
      return row === undefined ? [] : [{ sku: to, label, changes: copiedTexts(from, row, parts) }];
    });
    return ok({ status: 200, data });
  }),
];
