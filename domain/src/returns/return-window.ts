import type { CivilDate } from '../dates/civil-date.ts';
import { addBusinessDays, holidaysOf } from '../dates/holidays.ts';
import type { ShopPolicy } from '../policies/shop-policy.ts';
import { ok, type Result, refuse } from '../result.ts';

/** RET-03, DEC-142. */
export type ReturnPolicy = Pick<ShopPolicy, 'returnDays' | 'extraHolidays'>;

/** The last day on which an order can be returned: so many business days after its delivery. */
export const lastReturnDay = (deliveredOn: CivilDate, policy: ReturnPolicy): CivilDate =>
  addBusinessDays(deliveredOn, policy.returnDays, holidaysOf(policy));

/** DEC-142. */
export const returnReasons = ['Producto dañado', 'No es lo que pedí', 'Falla de fábrica', 'Otro'] as const;
export type ReturnReason = (typeof returnReasons)[number];
export const isReturnReason = (reason: string): reason is ReturnReason =>
  returnReasons.some((known) => known === reason);

export const returnDescriptionMaxLength = 500;
export const returnImageLimit = 3;
/** 5 MB each (DEC-142). */
export const returnImageMaxBytes = 5 * 1_024 * 1_024;
export const returnImageTypes = ['image/jpeg', 'image/png'] as const;

export interface ReturnRequest {
  /** Null while the order is not delivered. */
  deliveredOn: CivilDate | null;
  /** Gift cards and the donation cannot be returned. */
  isReturnable: boolean;
  boughtQuantity: number;
  /** Units of the same line in earlier requests. */
  returnedQuantity: number;
  quantity: number;
}

export type ReturnRefusal =
  | { code: 'RETURN_NOT_ALLOWED' }
  | { code: 'RETURN_NOT_DELIVERED' }
  | { code: 'RETURN_TOO_LATE'; lastDay: CivilDate }
  | { code: 'RETURN_QUANTITY'; left: number };

/** Answers the last day for a return that may be asked for today (DEC-142). */
export function checkReturn(
  request: ReturnRequest,
  today: CivilDate,
  policy: ReturnPolicy,
): Result<CivilDate, ReturnRefusal> {
  if (!request.isReturnable) return refuse({ code: 'RETURN_NOT_ALLOWED' });
  if (request.deliveredOn === null) return refuse({ code: 'RETURN_NOT_DELIVERED' });
  const lastDay = lastReturnDay(request.deliveredOn, policy);
  if (today > lastDay) return refuse({ code: 'RETURN_TOO_LATE', lastDay });
  const left = request.boughtQuantity - request.returnedQuantity;
  return request.quantity >= 1 && request.quantity <= left ? ok(lastDay) : refuse({ code: 'RETURN_QUANTITY', left });
}

/** DEC-142. */
export const returnReceivedText = (returnNumber: string): string =>
  `Hemos recibido tu solicitud de devolución ${returnNumber}.`;
