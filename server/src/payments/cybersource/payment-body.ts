import { currencyCode, toDecimalText } from '@ceiba/domain/money/money';
import { type CardType, cardTypeOf } from '@ceiba/domain/payments/card-number';
import type { CardToCharge, ChargeRequest, Payer, SavedCardToCharge } from '../gateway.ts';

/** Returns a key's `clientReferenceInformation.code`: its 32 digits without dashes, because the search splits words at dashes. */
export const referenceOf = (key: string): string => key.replaceAll('-', '').toLowerCase();

/** Returns the key of a reference. Undefined if the reference is not a key of the shop. */
export function keyOf(reference: string): string | undefined {
  const parts = /^([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})$/.exec(reference);
  return parts?.slice(1).join('-');
}

/**
 * Returns a key's `clientReferenceInformation.transactionId`. CyberSource stores at most 30 characters, so the 128 bits are written as 25
 * letters and digits. CyberSource accepts each ID once in 180 days. An unanswered call can be voided by its ID.
 */
export const transactionIdOf = (key: string): string => BigInt(`0x${referenceOf(key)}`).toString(36);

/** Proof that the card's bank has authenticated its customer (3-D Secure), as sent with the charge. */
interface PayerProof {
  /** The kind of proof by the card's scheme: `vbv`, `spa`, `aesk`, … */
  commerceIndicator: string;
  /** Fields of `consumerAuthenticationInformation`, by their API names. */
  fields: Readonly<Record<string, string>>;
}

type PayerAuthentication =
  | { kind: 'none' }
  | { kind: 'proven'; proof: PayerProof }
  /** The card's bank denies that the buyer is its customer, so nothing is charged. */
  | { kind: 'refused' };

/**
 * Called before each charge. A payer authentication service can be connected here. The service has its own time limit. If it takes too
 * long, the charge is not sent.
 */
export type AuthenticatePayer = (request: ChargeRequest) => Promise<PayerAuthentication>;

/** Used by shops without payer authentication. They send charges as plain internet payments. */
export const withoutAuthentication: AuthenticatePayer = async () => ({ kind: 'none' });

/** Codes of `card.type`. */
const cardTypeCodes: Record<CardType, string> = { visa: '001', mastercard: '002', amex: '003' };

export const cardTypeCodeOf = (number: string): { type?: string } => {
  const type = cardTypeOf(number);
  return type === null ? {} : { type: cardTypeCodes[type] };
};

/** Splits "MM/YY" into the API's two fields. Years are in this century. */
export const expiryFields = (expiry: string): { expirationMonth: string; expirationYear: string } => ({
  expirationMonth: expiry.slice(0, 2),
  expirationYear: `20${expiry.slice(3, 5)}`,
});

const paymentInformation = (card: CardToCharge | SavedCardToCharge) => {
  if ('token' in card) return { paymentInstrument: { id: card.token }, card: { securityCode: card.cvv } };
  const { number, expiry, cvv } = card;
  return { card: { number, ...expiryFields(expiry), securityCode: cvv, ...cardTypeCodeOf(number) } };
};

/** Splits a taxpayer's full name (DEC-110) into the two parts that the API requires. Splits at the first space. Repeats a single word. */
const nameParts = ({ firstName, lastName }: Payer): [first: string, last: string] => {
  if (lastName.trim() !== '') return [firstName, lastName];
  const [first = '', ...rest] = firstName.trim().split(/\s+/);
  return [first, rest.length === 0 ? first : rest.join(' ')];
};

/** Cuts values to the fields' lengths and omits empty values, so that no address can block a payment. */
const billTo = (payer: Payer): Record<string, string> => {
  const { email, street, city, region } = payer;
  const [firstName, lastName] = nameParts(payer);
  const fields = {
    firstName: firstName.slice(0, 60),
    lastName: lastName.slice(0, 60),
    email: email.slice(0, 255),
    address1: street.slice(0, 60),
    locality: city.slice(0, 50),
    administrativeArea: region.slice(0, 20),
    country: 'GT',
  };
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value.trim() !== ''));
};

/** The field accepts only letters, digits, dashes and underscores. */
const deviceFields = (sessionId: string | null) =>
  sessionId === null || !/^[\w-]{1,88}$/.test(sessionId)
    ? {}
    : { deviceInformation: { fingerprintSessionId: sessionId } };

/** Returns the body of `POST /pts/v2/payments`. The amount is authorized and captured in one step, completely or not at all. */
export const paymentBody = (request: ChargeRequest, proof: PayerProof | undefined) => ({
  clientReferenceInformation: { code: referenceOf(request.key), transactionId: transactionIdOf(request.key) },
  processingInformation: {
    capture: true,
    commerceIndicator: proof?.commerceIndicator ?? 'internet',
    authorizationOptions: { partialAuthIndicator: false },
  },
  paymentInformation: paymentInformation(request.card),
  orderInformation: {
    amountDetails: { totalAmount: toDecimalText(request.amount), currency: currencyCode },
    billTo: billTo(request.payer),
  },
  ...(request.plan > 1 ? { installmentInformation: { totalCount: request.plan } } : {}),
  ...deviceFields(request.fingerprintSessionId),
  ...(proof === undefined ? {} : { consumerAuthenticationInformation: proof.fields }),
});
