import { randomInt, randomUUID } from 'node:crypto';
import type { Bank } from '../bank.ts';
import type { CardRefusalCode } from '../cards.ts';
import type { Tx } from '../platform/database.ts';
import { type AcceptedOutcome, decideCharge } from './charge-decision.ts';
import { type ChargeRequest, fingerprintCharge } from './charge-request.ts';
import { findChargeByKey, insertCharge, insertStumble, type MoneyCharge } from './charges.store.ts';
import { type ReadableCard, readCard } from './presented-card.ts';
import { findToken, insertToken, newTokenName } from './tokens.store.ts';

/** The way in which the response to a stored approval is sent. */
export type Delivery =
  | 'at-once'
  | Extract<AcceptedOutcome, 'slow' | 'very-slow' | 'answer-lost' | 'bad-gateway-charged'>;

export type ChargeAnswer =
  | { readonly kind: 'stored'; readonly charge: MoneyCharge; readonly delivery: Delivery }
  | { readonly kind: 'conflict'; readonly code: 'KEY_REUSED' | 'CHARGE_VOIDED' }
  /** Nothing was charged or stored. `late`: the caller charges again after the delay. */
  | { readonly kind: 'nothing'; readonly fault: 'no-answer' | 'processor-error' | 'late' };

/**
 * Charges a card at most once per key. A known key gets the same response as the first time; a voided key never charges.
 * Everything happens in one transaction, so that simultaneous equal requests give one charge.
 *
 * @param isLate whether the delay of a `late-charge` card is over
 */
export function chargeCard(bank: Bank, request: ChargeRequest, isLate: boolean): ChargeAnswer {
  const fingerprint = fingerprintCharge(bank.fingerprint, request);
  return bank.database.transact(
    (tx) => answerKnownKey(tx, request, fingerprint) ?? newCharge(bank, tx, request, isLate),
  );
}

function answerKnownKey(tx: Tx, request: ChargeRequest, fingerprint: string): ChargeAnswer | undefined {
  const known = findChargeByKey(tx, request.key);
  if (known === undefined) return undefined;
  if (known.status === 'voided') return { kind: 'conflict', code: 'CHARGE_VOIDED' };
  if (known.fingerprint !== fingerprint) return { kind: 'conflict', code: 'KEY_REUSED' };
  if (known.status === 'reversed') return { kind: 'conflict', code: 'CHARGE_VOIDED' };
  return { kind: 'stored', charge: known, delivery: 'at-once' };
}

function newCharge(bank: Bank, tx: Tx, request: ChargeRequest, isLate: boolean): ChargeAnswer {
  const card = presentedCard(tx, request);
  if (typeof card === 'string') return storeRefusal(bank, tx, request, undefined, card);
  const cvv = 'token' in request ? request.cvv : request.card.cvv;
  const decision = decideCharge(card, cvv, bank.now());
  if (decision.kind === 'refused') return storeRefusal(bank, tx, request, card, decision.code);
  switch (decision.outcome) {
    case 'no-answer':
    case 'processor-error':
      return { kind: 'nothing', fault: decision.outcome };
    case 'processor-error-once':
      if (insertStumble(tx, request.key)) return { kind: 'nothing', fault: 'processor-error' };
      return storeApproval(bank, tx, request, card, 'at-once');
    case 'late-charge':
      if (!isLate) return { kind: 'nothing', fault: 'late' };
      return storeApproval(bank, tx, request, card, 'at-once');
    case 'approved':
      return storeApproval(bank, tx, request, card, 'at-once');
    default:
      return storeApproval(bank, tx, request, card, decision.outcome);
  }
}

function presentedCard(tx: Tx, request: ChargeRequest): ReadableCard | CardRefusalCode {
  if ('token' in request) {
    const saved = findToken(tx, request.token);
    return saved === undefined || saved.deleted_at !== null ? 'PAY_TOKEN_INVALID' : saved;
  }
  return readCard(request.card.number, request.card.expiry) ?? 'PAY_INVALID_CARD';
}

function storeRefusal(
  bank: Bank,
  tx: Tx,
  request: ChargeRequest,
  card: ReadableCard | undefined,
  code: CardRefusalCode,
): ChargeAnswer {
  insertCharge(tx, { ...commonColumns(bank, request, card), result: { status: 'refused', code } });
  return readStored(tx, request.key, 'at-once');
}

function storeApproval(
  bank: Bank,
  tx: Tx,
  request: ChargeRequest,
  card: ReadableCard,
  delivery: Delivery,
): ChargeAnswer {
  const token = 'saveCard' in request && request.saveCard ? saveChargedCard(tx, card, bank.now()) : null;
  const authorization = String(randomInt(1_000_000)).padStart(6, '0');
  insertCharge(tx, { ...commonColumns(bank, request, card), result: { status: 'approved', authorization, token } });
  return readStored(tx, request.key, delivery);
}

function commonColumns(bank: Bank, request: ChargeRequest, card: ReadableCard | undefined) {
  return {
    id: randomUUID(),
    key: request.key,
    fingerprint: fingerprintCharge(bank.fingerprint, request),
    amount: request.amountCentavos,
    plan: request.plan,
    brand: card?.brand ?? null,
    masked: card?.masked ?? null,
    description: request.description,
    createdAt: bank.now().toISOString(),
  };
}

function readStored(tx: Tx, key: string, delivery: Delivery): ChargeAnswer {
  const charge = findChargeByKey(tx, key);
  if (charge === undefined || charge.status === 'voided') throw new Error('the stored charge was not found');
  return { kind: 'stored', charge, delivery };
}

function saveChargedCard(tx: Tx, card: ReadableCard, now: Date): string {
  const token = newTokenName();
  const { brand, masked, expiry, outcome } = card;
  const createdAt = now.toISOString();
  insertToken(tx, { token, key: null, fingerprint: null, brand, masked, expiry, outcome, createdAt });
  return token;
}
