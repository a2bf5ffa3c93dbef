import { changingCallsOf } from '@ceiba/contract/desk/entities/all';
import { cardBins } from '@ceiba/contract/desk/entities/card-bins';
import { cardTypes, isBin } from '@ceiba/domain/payments/card-number';
import type { CardBin } from '@ceiba/domain/payments/installments';
import { commitIfOk } from '../platform/db/database.ts';
import { lockEntity } from '../platform/entities/entity.store.ts';
import type { EntityValues } from '../platform/entities/entity-table.ts';
import { putEntity, takeEntity } from '../platform/entities/put-entity.ts';
import { type Command, type DatabaseCall, databaseCommand } from '../platform/operations/command-line.ts';
import { typed, typedChoice, typedText } from '../platform/operations/typed-words.ts';
import { listCardBins } from './card-bins.store.ts';
import { cardBinTable } from './card-bins.table.ts';

const lineOf = ({ bin, cardType, bankName, plans, hasDiscount, discountUntil }: CardBin): string => {
  const offer = plans.length === 0 ? 'no installments' : `${plans.join(', ')} payments`;
  const until = discountUntil === undefined ? '' : ` until ${discountUntil}`;
  const promotion = hasDiscount ? `, promotion${until}` : '';
  return `${bin}  ${cardType}  ${bankName || '(no bank)'}: ${offer}${promotion}`;
};

const typedBin = typed('<bin>', 'the first six digits of a card', (text) => (isBin(text) ? text : undefined));

const typedPlan = typed('<payments>', 'a number of payments from 2 to 120', (text) => {
  const plan = /^\d{1,3}$/.test(text) ? Number(text) : 0;
  return plan >= 2 && plan <= 120 ? plan : undefined;
});

/** Prints the current state, even if nothing changed. */
async function show({ db, say }: DatabaseCall, bin: string): Promise<true> {
  for (const card of await listCardBins(db.write, new Date())) if (card.bin === bin) say(lineOf(card));
  return true;
}

const refuseUnknown = ({ refuse }: DatabaseCall, bin: string): false =>
  refuse(`There is no card ${bin}: ceiba card-bin ${bin} add <brand> "<bank>" makes it. Nothing changed.`);

const [create, change] = changingCallsOf(cardBins);

/**
 * Changes a card as the desk's call does. `to` gets the present plans and returns the new plans. The row stays locked, so that no plan of
 * two concurrent operators is lost.
 */
async function changeCard(
  call: DatabaseCall,
  bin: string,
  to: (plans: readonly number[]) => EntityValues,
): Promise<boolean> {
  const row = await lockEntity(call.db.write, cardBinTable, bin);
  if (row === undefined) return refuseUnknown(call, bin);
  const plans = String(row['plans']).split(', ').filter(Boolean).map(Number);
  const changed = await commitIfOk(call.db, (tx) => putEntity(tx, cardBinTable, bin, to(plans)));
  if (!changed.ok) return call.refuse(`${changed.error.text} Nothing changed.`);
  if (changed.value !== null) call.reportChange(changed.value);
  return show(call, bin);
}

const planList = (plans: Iterable<number>): EntityValues => ({
  plans: [...new Set(plans)].toSorted((one, other) => one - other).join(', '),
});

/** Commands for the cards of local banks, by their first six digits (DEC-105). Each change takes effect immediately, for every cart (DEC-79). */
export const cardBinCommands: readonly Command[] = [
  databaseCommand({
    usage: 'card-bin',
    changes: null,
    summary: 'lists the cards of local banks (DEC-105)',
    canJson: true,
    takes: {},
    run: async ({ db, answer }) => {
      const cards = await listCardBins(db.write, new Date());
      answer(cards, cards.map(lineOf));
      return true;
    },
  }),
  databaseCommand({
    usage: 'card-bin <bin> add <brand> <bank>',
    changes: { entity: 'card-bins', calls: [create] },
    summary: `adds a card without plans; brand: ${cardTypes.join(', ')}`,
    canDryRun: true,
    takes: { bin: typedBin, brand: typedChoice(cardTypes), bank: typedText('<bank>', 100) },
    run: async (call, { bin, brand, bank }) => {
      if (await lockEntity(call.db.write, cardBinTable, bin))
        return call.refuse(`The card ${bin} exists already. Nothing changed.`);
      const added = await commitIfOk(call.db, (tx) => putEntity(tx, cardBinTable, null, { bin, brand, bank }));
      if (!added.ok) return call.refuse(`${added.error.text} Nothing changed.`);
      if (added.value !== null) call.reportChange(added.value);
      return show(call, bin);
    },
  }),
  databaseCommand({
    usage: 'card-bin <bin> rename <bank>',
    changes: { entity: 'card-bins', calls: [change] },
    summary: "changes the name of the card's bank, as help and checkout show it",
    canDryRun: true,
    takes: { bin: typedBin, bank: typedText('<bank>', 100) },
    run: (call, { bin, bank }) => changeCard(call, bin, () => ({ bank })),
  }),
  databaseCommand({
    usage: 'card-bin <bin> remove',
    changes: { entity: 'card-bins', calls: ['removeCardBin'] },
    summary: 'removes a card. Its cards then pay without cuotas; orders keep the cuotas with which they were paid',
    canDryRun: true,
    takes: { bin: typedBin },
    run: async (call, { bin }) => {
      const removed = await call.db.transaction((tx) => takeEntity(tx, cardBinTable, bin, 'removeCardBin'));
      if (removed === undefined) return refuseUnknown(call, bin);
      call.reportChange(removed);
      return call.end(true, `The card ${bin} is gone: its cards pay at once from now on.`);
    },
  }),
  databaseCommand({
    usage: 'card-bin <bin> add-plan <payments>',
    changes: { entity: 'card-bins', calls: [change] },
    summary: 'offers a number of payments, 2 to 120',
    canDryRun: true,
    takes: { bin: typedBin, payments: typedPlan },
    run: (call, { bin, payments }) => changeCard(call, bin, (plans) => planList([...plans, payments])),
  }),
  databaseCommand({
    usage: 'card-bin <bin> remove-plan <payments>',
    changes: { entity: 'card-bins', calls: [change] },
    summary: 'removes a number of payments',
    canDryRun: true,
    takes: { bin: typedBin, payments: typedPlan },
    run: (call, { bin, payments }) =>
      changeCard(call, bin, (plans) => planList(plans.filter((each) => each !== payments))),
  }),
  databaseCommand({
    usage: 'card-bin <bin> begin-promotion',
    changes: { entity: 'card-bins', calls: [change] },
    summary: "starts the bank's discount (DEC-79) now, without an end",
    canDryRun: true,
    takes: { bin: typedBin },
    run: (call, { bin }) =>
      changeCard(call, bin, () => ({ hasPromotion: true, promotionFrom: null, promotionUntil: null })),
  }),
  databaseCommand({
    usage: 'card-bin <bin> end-promotion',
    changes: { entity: 'card-bins', calls: [change] },
    summary: "ends the bank's discount, also in carts that show it",
    canDryRun: true,
    takes: { bin: typedBin },
    run: (call, { bin }) => changeCard(call, bin, () => ({ hasPromotion: false })),
  }),
];
