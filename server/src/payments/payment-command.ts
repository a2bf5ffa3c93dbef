import { formatQ } from '@ceiba/domain/money/money';
import { z } from 'zod';
import { longestTyped, typedOptions } from '../platform/operations/typed-words.ts';
import type { ActedCall } from '../slice.ts';
import { listStrays, reverseStray, type StrayDeps, type StrayEnd, type StrayRefusal } from './reverse-stray.ts';

export const paymentUsage = `ceiba payment strays                what the bank has charged and no live order explains, each with its <key>
ceiba payment reverse <key>         has the bank give such a charge back: --by <name> --reason "<why>"; refused where it pays an order
`;

const longest = { by: longestTyped.by, reason: longestTyped.reason };

/** `npm run ceiba -- payment …`. False when it refused, and nothing was changed. */
export async function runPaymentCommand(call: ActedCall & StrayDeps): Promise<boolean> {
  const [verb, key, ...words] = call.args;
  if (verb === 'strays' && key === undefined) return strays(call);
  const read = z.uuid().safeParse(key);
  const typed = verb === 'reverse' ? typedOptions(words, longest) : undefined;
  const { by, reason } = typed?.texts ?? {};
  if (!read.success || typed?.others.length !== 0 || by === undefined || reason === undefined) {
    call.say(paymentUsage);
    return false;
  }
  const ended = await reverseStray(call, { key: read.data.toLowerCase(), actor: { ...call.actor, id: by }, reason });
  call.say(ended.ok ? endText(ended.value) : refusalText(ended.error));
  return ended.ok;
}

async function strays({ say, now, ...deps }: ActedCall & StrayDeps): Promise<boolean> {
  const found = await listStrays(deps, now);
  if (found === 'unknown') {
    say('The bank’s list of charges cannot be read.');
    return false;
  }
  for (const { key, amount, outstanding, createdAt } of found)
    say(`${key}  ${formatQ(outstanding)} of ${formatQ(amount)}, charged ${createdAt.toISOString()}`);
  if (found.length === 0) say('Every charge of the bank pays a live order.');
  return true;
}

const endText = ({ kind, amount }: StrayEnd): string => {
  const what = amount === null ? 'The charge' : `The charge of ${formatQ(amount)}`;
  if (kind === 'due') return `${what} is due to be reversed: the bank is asked until it has.`;
  return kind === 'reversed' ? `${what} was given back by the bank.` : `${what} was given back before.`;
};

function refusalText(refusal: StrayRefusal): string {
  switch (refusal.code) {
    case 'PAYS_ORDER': {
      const { orderId, orderNumber } = refusal;
      return orderNumber === null
        ? `It belongs to an order that is being placed: ceiba order settle ${orderId}. Nothing was changed.`
        : `It pays order ${orderNumber}: ceiba order cancel ${orderNumber} gives it back. Nothing was changed.`;
    }
    case 'REFUNDED_IN_PARTS': {
      const { orderNumber } = refusal;
      return `What it paid of order ${orderNumber} is given back in parts: ceiba order show ${orderNumber}. Nothing was changed.`;
    }
    case 'OTHER_ACQUIRER':
      return `${refusal.acquirer} was asked to charge it, which is not the acquirer of now. Nothing was changed.`;
    case 'NOT_CHARGED':
      return 'The bank has no such charge, or nothing is left of it. Nothing was changed.';
    case 'UNSETTLED':
      return `The bank did not say that it was given back (${refusal.reason}): try again.`;
  }
}
