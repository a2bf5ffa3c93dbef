import { cardTypes, isBin } from '@ceiba/domain/payments/card-number';
import type { CardBin } from '@ceiba/domain/payments/installments';
import { type Command, type DatabaseCall, databaseCommand } from '../platform/operations/command-line.ts';
import { typed, typedChoice, typedText } from '../platform/operations/typed-words.ts';
import {
  addCardBin,
  changePlans,
  listCardBins,
  removeCardBin,
  renameCardBin,
  setPromotion,
} from './card-bins.store.ts';

const lineOf = ({ bin, cardType, bankName, plans, hasDiscount }: CardBin): string => {
  const offer = plans.length === 0 ? 'no installments' : `${plans.join(', ')} payments`;
  return `${bin}  ${cardType}  ${bankName || '(no bank)'}: ${offer}${hasDiscount ? ', promotion' : ''}`;
};

const typedBin = typed('<bin>', 'the first six digits of a card', (text) => (isBin(text) ? text : undefined));

const typedPlan = typed('<payments>', 'a number of payments from 2 to 120', (text) => {
  const plan = /^\d{1,3}$/.test(text) ? Number(text) : 0;
  return plan >= 2 && plan <= 120 ? plan : undefined;
});

/** Prints the current state, also if nothing changed. */
async function tell({ db, say, refuse }: DatabaseCall, bin: string, isFound: boolean): Promise<boolean> {
  if (!isFound)
    return refuse(`There is no card ${bin}: ceiba card-bin ${bin} add <brand> "<bank>" makes it. Nothing changed.`);
  for (const card of await listCardBins(db.write)) if (card.bin === bin) say(lineOf(card));
  return true;
}

/** Commands for the cards of local banks, by their first six digits (DEC-105). Each change takes effect immediately, for every cart (DEC-79). */
export const cardBinCommands: readonly Command[] = [
  databaseCommand({
    usage: 'card-bin',
    changes: null,
    summary: 'lists the cards of local banks (DEC-105)',
    canJson: true,
    takes: {},
    run: async ({ db, answer }) => {
      const cards = await listCardBins(db.write);
      answer(cards, cards.map(lineOf));
      return true;
    },
  }),
  databaseCommand({
    usage: 'card-bin <bin> add <brand> <bank>',
    changes: { entity: 'card-bins' },
    summary: `a new card without plans; brand: ${cardTypes.join(', ')}`,
    canDryRun: true,
    takes: { bin: typedBin, brand: typedChoice(cardTypes), bank: typedText('<bank>', 100) },
    run: async (call, { bin, brand: cardType, bank: bankName }) =>
      (await addCardBin(call.db.write, { bin, cardType, bankName }))
        ? tell(call, bin, true)
        : call.refuse(`The card ${bin} exists already. Nothing changed.`),
  }),
  databaseCommand({
    usage: 'card-bin <bin> rename <bank>',
    changes: { entity: 'card-bins' },
    summary: 'names its bank, as help and checkout show it',
    canDryRun: true,
    takes: { bin: typedBin, bank: typedText('<bank>', 100) },
    run: async (call, { bin, bank }) => tell(call, bin, await renameCardBin(call.db.write, bin, bank)),
  }),
  databaseCommand({
    usage: 'card-bin <bin> remove',
    changes: { entity: 'card-bins' },
    summary: 'takes it off: its cards pay at once from now on; orders keep the cuotas they were paid in',
    canDryRun: true,
    takes: { bin: typedBin },
    run: async (call, { bin }) =>
      (await removeCardBin(call.db.write, bin))
        ? call.end(true, `The card ${bin} is gone: its cards pay at once from now on.`)
        : tell(call, bin, false),
  }),
  databaseCommand({
    usage: 'card-bin <bin> add-plan <payments>',
    changes: { entity: 'card-bins' },
    summary: 'offers a number of payments, 2 to 120',
    canDryRun: true,
    takes: { bin: typedBin, payments: typedPlan },
    run: async (call, { bin, payments }) => tell(call, bin, await changePlans(call.db.write, bin, { add: payments })),
  }),
  databaseCommand({
    usage: 'card-bin <bin> remove-plan <payments>',
    changes: { entity: 'card-bins' },
    summary: 'offers it no longer',
    canDryRun: true,
    takes: { bin: typedBin, payments: typedPlan },
    run: async (call, { bin, payments }) =>
      tell(call, bin, await changePlans(call.db.write, bin, { remove: payments })),
  }),
  databaseCommand({
    usage: 'card-bin <bin> begin-promotion',
    changes: { entity: 'card-bins' },
    summary: "the bank's discount (DEC-79) holds from now on",
    canDryRun: true,
    takes: { bin: typedBin },
    run: async (call, { bin }) => tell(call, bin, await setPromotion(call.db.write, bin, true)),
  }),
  databaseCommand({
    usage: 'card-bin <bin> end-promotion',
    changes: { entity: 'card-bins' },
    summary: 'and no longer, also in carts that show it',
    canDryRun: true,
    takes: { bin: typedBin },
    run: async (call, { bin }) => tell(call, bin, await setPromotion(call.db.write, bin, false)),
  }),
];
