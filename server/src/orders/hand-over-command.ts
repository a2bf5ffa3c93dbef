import { formatQ } from '@ceiba/domain/money/money';
import { longestTyped, typedOptions } from '../platform/typed-words.ts';
import type { ActedCall } from '../slice.ts';
import { type HandOverRefusal, handOverRefund } from './hand-over-refund.ts';

export const handOverUsage = `ceiba order hand-over <number>      no bank can be asked any more for what is due to its card: a till is to give it out instead,
                                    --by <name> --reason "<why>"
`;

/** What `hand-over` answers; false when it refused, and nothing was changed; undefined where the words are nothing like it. */
export function handOver(
  command: ActedCall,
  orderNumber: string,
  words: readonly string[],
): Promise<boolean> | undefined {
  const typed = typedOptions(words, { by: longestTyped.by, reason: longestTyped.reason });
  const { by, reason } = typed?.texts ?? {};
  return by === undefined || reason === undefined || typed?.others.length !== 0
    ? undefined
    : write(command, orderNumber, { by, reason });
}

async function write(
  { db, say, actor }: ActedCall,
  orderNumber: string,
  { by, reason }: { by: string; reason: string },
): Promise<boolean> {
  const handed = await handOverRefund(db, { orderNumber, actor: { ...actor, id: by }, reason });
  say(
    handed.ok
      ? `Of order ${orderNumber} ${formatQ(handed.value)} are now due at a till, and asked of no bank any more. Its buyer was told of the card: tell them.`
      : `${refusalText(handed.error, orderNumber)} Nothing was changed.`,
  );
  return handed.ok;
}

function refusalText(refusal: HandOverRefusal, orderNumber: string): string {
  switch (refusal.code) {
    case 'ORDER_UNKNOWN':
      return `There is no order ${orderNumber}.`;
    case 'REFUND_BEING_SENT':
      return `The bank is being asked for what is due of order ${orderNumber}: try again in a minute.`;
    case 'NOTHING_DUE': {
      const due = refusal.atTill > 0 ? `; give back ${formatQ(refusal.atTill)} at a till` : '';
      return `No refund of order ${orderNumber} waits for its bank${due}.`;
    }
  }
}
