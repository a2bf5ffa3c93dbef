import { randomInt, randomUUID } from 'node:crypto';

export interface Buyer {
  email: string;
  firstname: string;
  lastname: string;
  /** Typed without the hyphen. */
  phone: string;
}

/**
 * A new guest with a unique e-mail, by which mails and orders are found. The phone is unique too: three buyers with one phone in a day would be
 * reviewed by staff (WORK-24).
 */
export const newBuyer = (): Buyer => ({
  email: `compra-${randomUUID()}@correo.example`,
  firstname: 'Lucía',
  lastname: 'Paz',
  phone: String(randomInt(40_000_000, 60_000_000)),
});

/** Cards of the sandbox bank (DEC-107). */
export const cards = {
  bamVisa: '4242424242424242',
  industrialVisa: '4111111111111111',
  mastercard: '5555555555554444',
  amex: '378282246310005',
  /** BAC: no installments (DEC-105). */
  bacMastercard: '5105105105105100',
  declined: '4000000000000002',
  /** Charged, then the bank's answer is lost. */
  /** Charged at once, answered after 8 s. */
  verySlow: '4000000000000523',
  /** Charged, but the bank answers with an empty 502. */
  badGateway: '4000000000000713',
} as const;
