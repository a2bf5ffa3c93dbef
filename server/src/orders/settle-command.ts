import { formatQ } from '@ceiba/domain/money/money';
import { z } from 'zod';
import { longestTyped, typedOptions } from '../platform/typed-words.ts';
import type { ActedCall, DatabaseCall } from '../slice.ts';
import { listStuckOrders } from './settle-by-word.store.ts';
import { type BankWord, settleByWord, type WordOutcome, type WordRefusal } from './settle-by-word.ts';

export const settleUsage = `ceiba order stuck                   what waits for a bank's answer for more than five minutes, each with the <id> for \`settle\`
ceiba order settle <id>             its bank never answers, and its desk has said what became of the charge:
                                    --as charged | not-charged --by <name> --reason "<who said it, and when>"
                                    --reference <the bank's own of the charge>, where it is known
`;

/** The reference is the bank's own of the charge. */
const longest = { as: 11, by: longestTyped.by, reason: longestTyped.reason, reference: 60 };

const wordOf = (as: string | undefined): BankWord | undefined =>
  as === 'charged' || as === 'not-charged' ? as : undefined;

/** What `stuck` answers. */
export async function stuck({ db, say }: DatabaseCall): Promise<boolean> {
  const orders = await listStuckOrders(db.write);
  for (const { orderId, number, status, paymentId, amount, acquirer, since } of orders) {
    const name = number === null ? '' : `, order ${number}`;
    const of = acquirer === null ? '' : ` of ${acquirer}`;
    say(`${orderId}  ${status}${name}: ${formatQ(amount)}, charge ${paymentId}${of}, since ${since.toISOString()}`);
  }
  if (orders.length === 0) say('No order waits for a bank.');
  return true;
}

/** What `settle` answers; false when it refused, and nothing was changed. */
export async function settle({ db, now, say, actor }: ActedCall, [id, ...words]: readonly string[]): Promise<boolean> {
  const orderId = z.uuid().safeParse(id);
  const typed = typedOptions(words, longest);
  const { by, reason, reference } = typed?.texts ?? {};
  const as = wordOf(typed?.texts.as);
  const isWhole = typed?.others.length === 0 && as !== undefined && by !== undefined && reason !== undefined;
  if (!orderId.success || !isWhole) {
    say(settleUsage);
    return false;
  }
  const said = { orderId: orderId.data, as, actor: { ...actor, id: by }, reason, reference: reference ?? null };
  const settled = await settleByWord(db, said, now);
  say(settled.ok ? outcomeText(settled.value, as) : `${refusalText(settled.error, as)} Nothing was changed.`);
  return settled.ok;
}

function outcomeText({ isChanged, orderNumber, amount, isReversing }: WordOutcome, as: BankWord): string {
  const order = orderNumber === null ? 'The order' : `Order ${orderNumber}`;
  const when = isChanged ? 'now' : 'already';
  if (isReversing)
    return `${order} does not stand, and its charge of ${formatQ(amount)} is ${when} due to be reversed.`;
  if (as === 'charged') return `${order} ${isChanged ? 'now stands' : 'stands already'}, paid with ${formatQ(amount)}.`;
  return `${order} does not stand; of ${formatQ(amount)} the bank has nothing, ${isChanged ? 'which is written now' : 'as was written before'}.`;
}

function refusalText(refusal: WordRefusal, as: BankWord): string {
  switch (refusal.code) {
    case 'ORDER_UNKNOWN':
      return 'There is no order of that id.';
    case 'ORDER_WITHOUT_CHARGE':
      return 'No card pays that order: no bank was asked.';
    case 'ORDER_BEING_SETTLED':
      return 'It began less than five minutes ago, and is being settled.';
    case 'ORDER_SETTLED_OTHERWISE': {
      const next =
        as === 'charged'
          ? `If the bank has its money all the same: ceiba payment reverse ${refusal.paymentId}.`
          : 'If it is to end, cancel it.';
      return `It is ${refusal.status}, and its payment ${refusal.paymentStatus}. ${next}`;
    }
  }
}
