import { type Centavos, toQuetzales, zero } from '@ceiba/domain/money/money';
import { purchaseNumberText } from '@ceiba/domain/purchases/purchase';
import { ok, type Result, refuse } from '@ceiba/domain/result';
import { isStore } from '../locations/locations.store.ts';
import { type Author, changedFields, type NamedChange } from '../platform/audit/record-change.ts';
import type { Tx } from '../platform/db/database.ts';
import { maySeeStore } from '../platform/http/places.ts';
import type { Refusal, StaffCaller } from '../platform/http/route.ts';
import { quetzalesOf, seesCosts } from './purchase-view.ts';
import {
  type FoundPurchase,
  findGoodsBySku,
  findPurchase,
  findSupplier,
  insertPurchase,
  type NewLine,
  updatePurchase,
  writeLines,
} from './purchases.store.ts';

interface TypedLine {
  sku: string;
  quantity: number;
  /** Absent if the cost does not change. Null if the cost is unknown. */
  unitCost?: Centavos | null | undefined;
}

interface Typed {
  supplierId: string;
  storeCode: string;
  expectedOn?: string | null | undefined;
  note?: string | undefined;
  extraCost?: Centavos | undefined;
  lines: readonly TypedLine[];
}

/** The fields that the change contains. */
type Changed = { [N in keyof Typed]?: Typed[N] | undefined };

type MakeRefusal = Refusal<'NOT_FOUND' | 'STORE_NOT_FOUND' | 'FORBIDDEN' | 'VALIDATION_ERROR'>;
type EditRefusal = MakeRefusal | Refusal<'TRANSITION_NOT_ALLOWED'>;

const hidden: Refusal<'FORBIDDEN'> = {
  code: 'FORBIDDEN',
  message: 'Los costos los escribe quien puede verlos.',
  metadata: { permission: 'costs.read' },
};

/** Only people who see costs may write these fields. */
const writesCosts = ({ extraCost, lines = [] }: Pick<Changed, 'extraCost' | 'lines'>): boolean =>
  extraCost !== undefined || lines.some(({ unitCost }) => unitCost !== undefined);

/** The stored lines for typed lines. A cost that the caller left out stays as before. */
async function resolveLines(
  tx: Tx,
  typed: readonly TypedLine[],
  before: FoundPurchase['lines'],
): Promise<Result<NewLine[], Refusal<'VALIDATION_ERROR'>>> {
  const goods = await findGoodsBySku(
    tx,
    typed.map(({ sku }) => sku),
  );
  const fields: Record<string, string> = {};
  const lines = typed.flatMap(({ sku, quantity, unitCost }, at): NewLine[] => {
    const productId = goods.get(sku);
    if (productId === undefined) {
      fields[`lines.${at}.sku`] = `No hay un producto con existencias y el código ${sku}.`;
      return [];
    }
    const known = before.find((line) => line.productId === productId)?.unitCost ?? null;
    return [{ productId, quantity, unitCost: unitCost === undefined ? known : unitCost }];
  });
  return Object.keys(fields).length > 0 ? refuse({ code: 'VALIDATION_ERROR', metadata: { fields } }) : ok(lines);
}

/** Refuses an unknown place, a place of another person, and a retired supplier. */
async function judgePartners(
  tx: Tx,
  { supplierId, storeCode }: Pick<Typed, 'supplierId' | 'storeCode'>,
  staff: StaffCaller,
): Promise<Result<null, Refusal<'NOT_FOUND' | 'STORE_NOT_FOUND'>>> {
  if (!maySeeStore(staff, storeCode) || !(await isStore(tx, storeCode))) return refuse({ code: 'STORE_NOT_FOUND' });
  return (await findSupplier(tx, Number(supplierId))) === undefined
    ? refuse({ code: 'NOT_FOUND', message: 'Ese proveedor no existe o está retirado.' })
    : ok(null);
}

/** Creates a draft. For goods that came without an order, creates a purchase whose receipt follows in the same transaction. */
export async function makePurchase(
  tx: Tx,
  typed: Typed & { isDirect: boolean },
  staff: StaffCaller,
  author: Author,
): Promise<Result<FoundPurchase, MakeRefusal>> {
  if (writesCosts(typed) && !seesCosts(staff)) return refuse(hidden);
  const judged = await judgePartners(tx, typed, staff);
  if (!judged.ok) return judged;
  const lines = await resolveLines(tx, typed.lines, []);
  if (!lines.ok) return lines;
  const { storeCode, isDirect, expectedOn = null, note = '', extraCost = zero } = typed;
  const supplierId = Number(typed.supplierId);
  const id = await insertPurchase(tx, { supplierId, storeCode, isDirect, expectedOn, note, extraCost }, author);
  await writeLines(tx, id, lines.value, extraCost);
  const made = await findPurchase(tx, id);
  if (made === undefined) throw new Error(`purchase ${id} vanished`);
  return ok(made);
}

/** Text of lines in the history: "10 × TV-55". */
export const auditedLines = (lines: readonly { sku: string; quantity: number }[]): string[] =>
  lines.map(({ sku, quantity }) => `${quantity} × ${sku}`);

/** The fields in the history. Costs have a separate entry, which fewer people can read. */
const audited = ({ supplier, storeCode, expectedOn, note, lines }: FoundPurchase) => ({
  supplier,
  storeCode,
  expectedOn,
  note,
  lines: auditedLines(lines),
});
const auditedCosts = ({ extraCost, lines }: FoundPurchase) => ({
  extraCost: toQuetzales(extraCost),
  lines: lines.map(({ sku, unitCost }) => `${sku}: ${quetzalesOf(unitCost)?.toFixed(2) ?? 'sin costo'}`),
});

interface Edited {
  before: Readonly<Record<string, unknown>>;
  after: Readonly<Record<string, unknown>>;
  costs: NamedChange[];
}

/** Changes a locked purchase. An ordered purchase keeps its supplier, place and lines, because the supplier has them on paper. */
export async function editPurchase(
  tx: Tx,
  found: FoundPurchase,
  typed: Changed,
  staff: StaffCaller,
): Promise<Result<Edited, EditRefusal>> {
  const isFixed = found.state !== 'draft';
  if (isFixed && (typed.supplierId ?? typed.storeCode ?? typed.lines) !== undefined)
    return refuse({
      code: 'TRANSITION_NOT_ALLOWED',
      message: 'Ya se pidió: cambia solo el día, la nota y el flete.',
      metadata: { state: found.state, allowed: [] },
    });
  if (writesCosts(typed) && !seesCosts(staff)) return refuse(hidden);
  const supplierId = typed.supplierId ?? String(found.supplierId);
  const storeCode = typed.storeCode ?? found.storeCode;
  if (typed.supplierId !== undefined || typed.storeCode !== undefined) {
    const judged = await judgePartners(tx, { supplierId, storeCode }, staff);
    if (!judged.ok) return judged;
  }
  const lines = typed.lines === undefined ? ok([...found.lines]) : await resolveLines(tx, typed.lines, found.lines);
  if (!lines.ok) return lines;
  const { expectedOn = found.expectedOn, note = found.note, extraCost = found.extraCost } = typed;
  await updatePurchase(tx, found.id, { supplierId: Number(supplierId), storeCode, expectedOn, note, extraCost });
  if (typed.lines !== undefined || extraCost !== found.extraCost)
    await writeLines(tx, found.id, lines.value, extraCost);
  const now = await findPurchase(tx, found.id);
  if (now === undefined) throw new Error(`purchase ${found.id} vanished`);
  const costs = changedFields(auditedCosts(found), auditedCosts(now));
  const isSame = Object.keys(costs.after).length === 0;
  return ok({
    ...changedFields<Record<string, unknown>>(audited(found), audited(now)),
    costs: isSame ? [] : [{ entity: 'costs', entityId: purchaseNumberText(found.id), ...costs }],
  });
}
