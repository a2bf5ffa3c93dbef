import { formatQ } from '@ceiba/domain/money/money';
import { z } from 'zod';
import { type Command, databaseCommand } from '../platform/operations/command-line.ts';
import type { Config } from '../platform/operations/config.ts';
import { typed, typedBy, typedReason } from '../platform/operations/typed-words.ts';
import { listStrays, reverseStray, type StrayDeps, type StrayEnd, type StrayRefusal } from './reverse-stray.ts';

type Bank = Pick<StrayDeps, 'gateway' | 'ledger'>;

const typedKey = typed('<key>', 'the key of a charge, as `payment strays` lists it', (text) => {
  const key = z.uuid().safeParse(text);
  return key.success ? key.data.toLowerCase() : undefined;
});

/** Commands for bank charges without an order. */
export const paymentCommands = (openBank: (config: Config) => Bank): readonly Command[] => [
  databaseCommand({
    usage: 'payment strays',
    changes: null,
    summary:
      'lists charges of the bank without a live order, each with its <key>. A charge whose order may still be placed ' +
      'is listed as too young',
    canJson: true,
    takes: {},
    run: async ({ db, readConfig, now, answer, refuse }) => {
      const found = await listStrays({ db, ...openBank(readConfig()) }, now);
      if (found === 'unknown') return refuse('The bank’s list of charges cannot be read.');
      const lines = found.map(
        ({ key, amount, outstanding, createdAt, judgedFrom }) =>
          `${key}  ${formatQ(outstanding)} of ${formatQ(amount)}, charged ${createdAt.toISOString()}${judgedFrom === null ? '' : `, too young to be judged before ${judgedFrom.toISOString()}`}`,
      );
      answer(found, lines.length === 0 ? ['Every charge of the bank pays a live order.'] : lines);
      return true;
    },
  }),
  databaseCommand({
    usage: 'payment reverse <key>',
    changes: { entity: 'payments', isApart: true },
    summary: 'reverses such a charge at the bank. Refuses a charge that pays an order',
    takes: { key: typedKey, by: typedBy, reason: typedReason },
    run: async ({ db, readConfig, actor, end }, { key, by, reason }) => {
      const deps = { db, ...openBank(readConfig()) };
      const ended = await reverseStray(deps, { key, actor: { ...actor, id: by }, reason });
      return end(ended.ok, ended.ok ? endText(ended.value) : refusalText(ended.error));
    },
  }),
];

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
