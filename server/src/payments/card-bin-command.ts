import { type CardType, cardTypes, isBin } from '@ceiba/domain/payments/card-number';
import type { CardBin } from '@ceiba/domain/payments/installments';
import { ok, type Result, refuse } from '@ceiba/domain/result';
import type { Tx } from '../platform/db/database.ts';
import type { DatabaseCall } from '../slice.ts';
import { addCardBin, changePlans, listCardBins, setPromotion } from './card-bins.store.ts';

export const cardBinUsage = `ceiba card-bin                                    lists the cards of local banks (DEC-105)
ceiba card-bin <bin> add <brand> "<bank>"         a new card without plans; brand: ${cardTypes.join(', ')}
ceiba card-bin <bin> add-plan <payments>          offers a number of payments, 2 to 120
ceiba card-bin <bin> remove-plan <payments>       offers it no longer
ceiba card-bin <bin> begin-promotion              the bank's discount (DEC-79) holds from now on
ceiba card-bin <bin> end-promotion                and no longer, also in carts that show it
`;

/** What an operator may do to the first six digits of a card. Each holds at once, for every cart (DEC-79, DEC-105). */
type CardBinChange =
  | { kind: 'add'; cardType: CardType; bankName: string }
  | { kind: 'add-plan' | 'remove-plan'; plan: number }
  | { kind: 'begin-promotion' | 'end-promotion' };

type CardBinRefusal = { code: 'CARD_BIN_USAGE' | 'CARD_BIN_UNKNOWN' | 'CARD_BIN_EXISTS' };

/** Reads the words after the bin; an undefined answer is no change the command knows. */
function readCardBinChange([kind, first, second, ...more]: readonly string[]): CardBinChange | undefined {
  if (more.length > 0) return undefined;
  if (kind === 'add') return readAdded(first, second);
  if (second !== undefined) return undefined;
  if (kind === 'begin-promotion' || kind === 'end-promotion') return first === undefined ? { kind } : undefined;
  const plan = /^\d{1,3}$/.test(first ?? '') ? Number(first) : 0;
  return (kind === 'add-plan' || kind === 'remove-plan') && plan >= 2 && plan <= 120 ? { kind, plan } : undefined;
}

function readAdded(brand: string | undefined, bank: string | undefined): CardBinChange | undefined {
  const cardType = cardTypes.find((type) => type === brand);
  const bankName = bank?.trim() ?? '';
  return cardType === undefined || bankName === '' ? undefined : { kind: 'add', cardType, bankName };
}

/** One change of one row; `ok: false` means nothing was written. What stands already is no error. */
async function changeCardBin(tx: Tx, bin: string, change: CardBinChange): Promise<Result<null, CardBinRefusal>> {
  if (change.kind === 'add') {
    return (await addCardBin(tx, { bin, ...change })) ? ok(null) : refuse({ code: 'CARD_BIN_EXISTS' });
  }
  return (await applyChange(tx, bin, change)) ? ok(null) : refuse({ code: 'CARD_BIN_UNKNOWN' });
}

function applyChange(tx: Tx, bin: string, change: Exclude<CardBinChange, { kind: 'add' }>): Promise<boolean> {
  switch (change.kind) {
    case 'add-plan':
      return changePlans(tx, bin, { add: change.plan });
    case 'remove-plan':
      return changePlans(tx, bin, { remove: change.plan });
    default:
      return setPromotion(tx, bin, change.kind === 'begin-promotion');
  }
}

const lineOf = ({ bin, cardType, bankName, plans, hasDiscount }: CardBin): string => {
  const offer = plans.length === 0 ? 'no installments' : `${plans.join(', ')} payments`;
  return `${bin}  ${cardType}  ${bankName || '(no bank)'}: ${offer}${hasDiscount ? ', promotion' : ''}`;
};

const refusalTexts: Record<CardBinRefusal['code'], (bin: string) => string> = {
  CARD_BIN_USAGE: () => cardBinUsage,
  CARD_BIN_UNKNOWN: (bin) =>
    `There is no card ${bin}: ceiba card-bin ${bin} add <brand> "<bank>" makes it. Nothing changed.`,
  CARD_BIN_EXISTS: (bin) => `The card ${bin} exists already. Nothing changed.`,
};

/** `npm run ceiba -- card-bin …`: changes one row, or none, and says what stands now. False when it refused. */
export async function runCardBinCommand({ db, args, say }: Omit<DatabaseCall, 'now'>): Promise<boolean> {
  const [bin, ...words] = args;
  if (bin === undefined) {
    for (const card of await listCardBins(db.write)) say(lineOf(card));
    return true;
  }
  const change = isBin(bin) ? readCardBinChange(words) : undefined;
  const done: Result<null, CardBinRefusal> =
    change === undefined ? refuse({ code: 'CARD_BIN_USAGE' }) : await changeCardBin(db.write, bin, change);
  if (!done.ok) {
    say(refusalTexts[done.error.code](bin));
    return false;
  }
  for (const card of await listCardBins(db.write)) if (card.bin === bin) say(lineOf(card));
  return true;
}
