import { currencyCode, toDecimalText } from '@ceiba/domain/money/money';
import { type CardType, cardTypeOf } from '@ceiba/domain/payments/card-number';
import type { CardToCharge, ChargeRequest, Payer, SavedCardToCharge } from '../gateway.ts';

/** `clientReferenceInformation.code` of a key: its 32 digits without dashes, which a search would read as words. */
export const referenceOf = (key: string): string => key.replaceAll('-', '').toLowerCase();

/** The key of a reference; undefined for one that is not ours. */
export function keyOf(reference: string): string | undefined {
  const parts = /^([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})$/.exec(reference);
  return parts?.slice(1).join('-');
}

/**
 * `clientReferenceInformation.transactionId` of a key: at most 30 characters are kept of it, so its 128 bits in 25 letters
 * and digits. CyberSource takes each once in 180 days, and voids by it what it has not answered.
 */
export const transactionIdOf = (key: string): string => BigInt(`0x${referenceOf(key)}`).toString(36);

/** Proof that the card's bank has recognised its payer (3-D Secure), as it travels with the charge. */
interface PayerProof {
  /** `vbv`, `spa`, `aesk`, …: the kind of proof, by the card's scheme. */
  commerceIndicator: string;
  /** Fields of `consumerAuthenticationInformation`, by their names there. */
  fields: Readonly<Record<string, string>>;
}

type PayerAuthentication =
  | { kind: 'none' }
  | { kind: 'proven'; proof: PayerProof }
  /** The card's bank says that this is not its customer: nothing is charged. */
  | { kind: 'refused' };

/**
 * Asked before each charge. Whoever authenticates payers puts their answer here; it has its own time limit, and a charge that
 * would be sent too late after it is not sent.
 */
export type AuthenticatePayer = (request: ChargeRequest) => Promise<PayerAuthentication>;

/** A shop without payer authentication: charges go out as plain internet payments. */
export const withoutAuthentication: AuthenticatePayer = async () => ({ kind: 'none' });

/** `card.type`. */
const cardTypeCodes: Record<CardType, string> = { visa: '001', mastercard: '002', amex: '003' };

export const cardTypeCodeOf = (number: string): { type?: string } => {
  const type = cardTypeOf(number);
  return type === null ? {} : { type: cardTypeCodes[type] };
};

/** "MM/YY" as the API's two fields; cards of this century only. */
export const expiryFields = (expiry: string): { expirationMonth: string; expirationYear: string } => ({
  expirationMonth: expiry.slice(0, 2),
  expirationYear: `20${expiry.slice(3, 5)}`,
});

const paymentInformation = (card: CardToCharge | SavedCardToCharge) => {
  if ('token' in card) return { paymentInstrument: { id: card.token }, card: { securityCode: card.cvv } };
  const { number, expiry, cvv } = card;
  return { card: { number, ...expiryFields(expiry), securityCode: cvv, ...cardTypeCodeOf(number) } };
};

/** A taxpayer's name is whole (DEC-110), and the API wants two parts: cut at the first space, a single word told twice. */
const nameParts = ({ firstName, lastName }: Payer): [first: string, last: string] => {
  if (lastName.trim() !== '') return [firstName, lastName];
  const [first = '', ...rest] = firstName.trim().split(/\s+/);
  return [first, rest.length === 0 ? first : rest.join(' ')];
};

/** What is longer than a field takes is cut, and what is empty left out: no address may stop a payment. */
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

/** Letters, digits, dashes and underscores are all that the field takes. */
const deviceFields = (sessionId: string | null) =>
  sessionId === null || !/^[\w-]{1,88}$/.test(sessionId)
    ? {}
    : { deviceInformation: { fingerprintSessionId: sessionId } };

/** `POST /pts/v2/payments`: authorised and captured at once, all of it or nothing. */
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
