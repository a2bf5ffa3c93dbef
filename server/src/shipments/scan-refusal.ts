import { noteUnknownCode, type UnknownScan } from '../catalog/unknown-codes.store.ts';
import type { Database } from '../platform/db/database.ts';
import type { Refusal } from '../platform/http/route.ts';
import type { Scanned } from './shipments.store.ts';

/** The refusal for a held order. No part of it is prepared or sent (WORK-24). */
export const heldRefusal: Refusal<'TRANSITION_NOT_ALLOWED'> = {
  code: 'TRANSITION_NOT_ALLOWED',
  message: 'La orden está detenida.',
  metadata: { allowed: [] },
};

/**
 * Counts a code without a product (BUY-07). The refused scan rolls its transaction back, so this must run outside of it. A scan
 * that is repeated after a lost connection is counted again.
 */
export const noteUnknownScan = (db: Database, scan: UnknownScan, now: Date): Promise<void> =>
  noteUnknownCode(db.write, scan, now);

/** Returns why a scan is not counted, in the words that a person hears while picking (WORK-07). Undefined if the scan is counted. */
export const scanRefusal = (
  { outcome, sku, title }: Scanned,
  place: 'envío' | 'tanda' = 'envío',
):
  | Refusal<'NOT_FOUND' | 'SCAN_UNKNOWN' | 'SCAN_WRONG' | 'TRANSITION_NOT_ALLOWED'>
  | Refusal<'VALIDATION_ERROR'>
  | undefined => {
  const read = { read: { sku, title } };
  switch (outcome) {
    case 'picked':
    case 'repeated':
      return undefined;
    case 'gone':
      return { code: 'NOT_FOUND' };
    case 'standing':
      return {
        code: 'TRANSITION_NOT_ALLOWED',
        message: 'Este envío no se está preparando.',
        metadata: { allowed: [] },
      };
    case 'held':
      return heldRefusal;
    case 'unknown':
      return { code: 'SCAN_UNKNOWN' };
    case 'wrong':
      return {
        code: 'SCAN_WRONG',
        message: `${title ?? 'Este producto'} no va en ${place === 'envío' ? 'este envío' : 'esta tanda'}.`,
        metadata: read,
      };
    case 'enough':
      return {
        code: 'SCAN_WRONG',
        message: `Ya están todas las unidades de ${title ?? 'este producto'}.`,
        metadata: read,
      };
    case 'serialNeeded':
      return { code: 'VALIDATION_ERROR', metadata: { fields: { serial: 'Escanea el número de serie.' }, ...read } };
    case 'serialKnown':
      return { code: 'SCAN_WRONG', message: 'Ese número de serie ya se leyó.', metadata: read };
  }
};
