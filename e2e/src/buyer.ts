import { randomInt, randomUUID } from 'node:crypto';

export interface Buyer {
  email: string;
  firstname: string;
  lastname: string;
  /** Typed without the hyphen. */
  phone: string;
}

/**
 * Returns a new guest with a unique e-mail, by which mails and orders are found. The phone is also unique. Three buyers with one
 * phone in a day would be reviewed by staff (WORK-24).
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
  /** Charged, but the bank's response is lost. */
  /** Charged immediately, with a response after 8 s. */
  verySlow: '4000000000000523',
  /** Charged, but the bank returns an empty 502. */
  badGateway: '4000000000000713',
} as const;
