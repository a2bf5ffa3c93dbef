import { ok, type Result, refuse } from '@ceiba/domain/result';
import type { Tx } from '../platform/db/database.ts';
import type { Refusal } from '../platform/http/route.ts';
import { findGoods, type Goods } from '../stock/goods.store.ts';
import {
  addScan,
  bookCount,
  countNotRecounted,
  endFirstRound,
  endSecondRound,
  findScan,
  findScanned,
  joinProduct,
  lockCount,
  lockLine,
  type StockCount,
  saveOutcomes,
  shareCount,
  stepCount,
  unitsOfProduct,
} from './stock-counts.store.ts';

/** A step of a count by a person. `maySee`: whether the person works at a place. */
export interface Asked {
  number: number;
  staffId: string;
  now: Date;
  maySee: (storeCode: string) => boolean;
}

/** The round of a count's state. After the second round the counted numbers do not change. */
export const roundOf = (state: StockCount['state']): 1 | 2 => (state === 'counting' ? 1 : 2);

type StepRefusal = Refusal<'NOT_FOUND' | 'VERSION_CONFLICT' | 'TRANSITION_NOT_ALLOWED'>;

const notAllowed = (message: string): Refusal<'TRANSITION_NOT_ALLOWED'> => ({
  code: 'TRANSITION_NOT_ALLOWED',
  message,
  metadata: { allowed: [] },
});

type ScanRefusal = Refusal<
  'NOT_FOUND' | 'SCAN_UNKNOWN' | 'SCAN_WRONG' | 'APPROVAL_REQUIRED' | 'TRANSITION_NOT_ALLOWED' | 'VALIDATION_ERROR'
>;

interface Scanned {
  goods: Goods;
  storeCode: string;
  counted: number;
  mine: number;
}

/**
 * Adds counted units of a product. Zero means that the person looked and found no units. A negative number subtracts units that
 * the same person counted. Another person counts in the second round. `scannedAt`: the time of a scan that waited on a phone.
 */
export async function scanCount(
  tx: Tx,
  { number, staffId, maySee }: Asked,
  {
    scanId,
    code,
    quantity,
    scannedAt,
  }: { scanId: string; code: string; quantity: number; scannedAt: Date | undefined },
): Promise<Result<Scanned, ScanRefusal>> {
  const count = await shareCount(tx, number);
  if (count === undefined || !maySee(count.storeCode)) return refuse({ code: 'NOT_FOUND' });
  const [goods] = await findGoods(tx, [code]);
  if (goods === undefined) return refuse({ code: 'SCAN_UNKNOWN', metadata: { read: code } });
  const known = await findScan(tx, scanId);
  if (known !== undefined) {
    const units = await unitsOfProduct(tx, { number, round: known.round, productId: known.productId, staffId });
    return ok({ goods, storeCode: count.storeCode, ...units });
  }
  if (count.state !== 'counting' && count.state !== 'recounting')
    return refuse(notAllowed('Este conteo ya no recibe lecturas.'));
  const refusal = await refusalOf(tx, count, goods, staffId);
  if (refusal !== undefined) return refuse(refusal);
  const of = { number, round: roundOf(count.state), productId: goods.id, staffId };
  if (quantity < 0) await lockLine(tx, number, goods.id);
  await addScan(tx, { ...of, scanId, quantity, scannedAt });
  const units = await unitsOfProduct(tx, of);
  if (units.mine < 0) {
    const message = 'No has contado tantas.';
    return refuse({ code: 'VALIDATION_ERROR', message, metadata: { fields: { quantity: message } } });
  }
  return ok({ goods, storeCode: count.storeCode, ...units });
}

async function refusalOf(
  tx: Tx,
  { number, state }: StockCount,
  { id, sku }: Goods,
  staffId: string,
): Promise<Refusal<'SCAN_WRONG' | 'APPROVAL_REQUIRED'> | undefined> {
  const scanned = await findScanned(tx, number, id, staffId);
  if (scanned === undefined) throw new Error('a scanned product vanished');
  if (state === 'recounting') {
    if (!scanned.differs) return { code: 'SCAN_WRONG', message: `${sku} no se cuenta otra vez: cuadró.` };
    if (scanned.isOwn)
      return {
        code: 'APPROVAL_REQUIRED',
        message: `El primer conteo de ${sku} fue tuyo: ahora lo cuenta otra persona.`,
      };
    return undefined;
  }
  if (scanned.isListed) return undefined;
  if (!scanned.mayJoin) return { code: 'SCAN_WRONG', message: `${sku} no es de este conteo.` };
  await joinProduct(tx, number, id);
  return undefined;
}

async function openCount(
  tx: Tx,
  { number, maySee }: Asked,
  version: number,
  states: readonly StockCount['state'][],
): Promise<Result<StockCount, StepRefusal>> {
  const count = await lockCount(tx, number);
  if (count === undefined || !maySee(count.storeCode)) return refuse({ code: 'NOT_FOUND' });
  if (count.version !== version) return refuse({ code: 'VERSION_CONFLICT' });
  return states.includes(count.state) ? ok(count) : refuse(notAllowed('El conteo ya no está en ese paso.'));
}

/**
 * Ends a round. Products whose count differs from the recorded stock get a second round. Without differences the count waits for
 * approval.
 */
export async function reviewCount(tx: Tx, asked: Asked, version: number): Promise<Result<StockCount, StepRefusal>> {
  const opened = await openCount(tx, asked, version, ['counting', 'recounting']);
  if (!opened.ok) return opened;
  const { number, state } = opened.value;
  if (state === 'counting') {
    await endFirstRound(tx, number, asked.staffId);
    return opened;
  }
  const left = await countNotRecounted(tx, number);
  if (left > 0) return refuse(notAllowed(`${left === 1 ? 'Falta' : 'Faltan'} ${left} por contar otra vez.`));
  await endSecondRound(tx, number);
  return opened;
}

/** Records the differences of a count as movements. If orders have claimed more than was counted, nothing is recorded. */
export async function approveCount(
  tx: Tx,
  asked: Asked,
  version: number,
): Promise<Result<{ count: StockCount; booked: string[] }, StepRefusal | Refusal<'STOCK_WOULD_BE_NEGATIVE'>>> {
  const opened = await openCount(tx, asked, version, ['reviewed']);
  if (!opened.ok) return opened;
  const { number } = opened.value;
  const outcomes = await bookCount(tx, number, asked.staffId);
  const oversold = outcomes.filter(({ outcome }) => outcome === 'oversold').map(({ sku }) => sku);
  if (oversold.length > 0)
    return refuse({
      code: 'STOCK_WOULD_BE_NEGATIVE',
      message: `De ${oversold.slice(0, 5).join(', ')} se contaron menos de las que apartaron las órdenes. Márcalas como no encontradas en sus envíos y cuenta otra vez.`,
      metadata: { skus: oversold.slice(0, 50) },
    });
  await saveOutcomes(tx, number, outcomes);
  await stepCount(tx, number, 'approved', { at: asked.now, staffId: asked.staffId });
  return ok({
    count: opened.value,
    booked: outcomes.filter(({ outcome }) => outcome === 'counted').map(({ sku }) => sku),
  });
}

/** Ends a count without recording differences. */
export async function cancelCount(tx: Tx, asked: Asked, version: number): Promise<Result<StockCount, StepRefusal>> {
  const opened = await openCount(tx, asked, version, ['counting', 'recounting', 'reviewed']);
  if (opened.ok) await stepCount(tx, opened.value.number, 'canceled', { at: asked.now, staffId: asked.staffId });
  return opened;
}
