import { formatQ, readQuetzales, zero } from '@ceiba/domain/money/money';
import { trackingTitle } from '@ceiba/domain/orders/order';
import {
  deliveryAttempts,
  failureReasons,
  isFailureReason,
  readShipmentId,
  shipmentRules,
} from '@ceiba/domain/orders/shipment';
import type { CashAtDoor, ShipmentDeed } from '@ceiba/domain/orders/shipment-deed';
import { longestTyped, typedCount, typedOptions } from '../../platform/operations/typed-words.ts';
import type { ActedCall } from '../../slice.ts';
import {
  type MovedShipment,
  type MoveRefusal,
  moveShipment,
  type ReceiveRefusal,
  receiveShipment,
} from './move-shipment.ts';
import { notesOf } from './order-states.store.ts';

const longest: Record<string, number> = {
  by: longestTyped.by,
  reason: longestTyped.reason,
  difference: longestTyped.reason,
  courier: 60,
  tracking: 60,
  amount: 20,
  number: 4,
};

/** Options with a text each, and flags, of those that a command knows; undefined where the words are anything else. */
function readOptions(
  words: readonly string[],
  { texts, flags = [] }: { texts: readonly string[]; flags?: readonly string[] },
): Partial<Record<string, string>> | undefined {
  const known = Object.fromEntries(texts.map((name) => [name, longest[name] ?? 0]));
  const typed = typedOptions(words, known, flags);
  if (typed?.others.length !== 0) return undefined;
  return { ...typed.texts, ...Object.fromEntries([...typed.flags].map((name) => [name, name])) };
}

/** `[--amount Q1,234.50 [--difference <reason>]]`; undefined where it is nothing like it. */
export function readCashAtDoor(words: readonly string[]): CashAtDoor | undefined {
  const options = readOptions(words, { texts: cashOptions });
  return options && cashOf(options);
}

const cashOptions: readonly string[] = ['amount', 'difference'];

function cashOf({ amount, difference }: Partial<Record<string, string>>): CashAtDoor | undefined {
  if (amount === undefined) return difference === undefined ? { amount: null, difference: null } : undefined;
  const read = readQuetzales(amount);
  return read.ok && read.value >= zero ? { amount: read.value, difference: difference ?? null } : undefined;
}

/** Why a shipment was not moved, for whoever typed it; `what` they named it by. */
export function explainMove(refusal: MoveRefusal, what: string, orderNumber: string): string {
  switch (refusal.code) {
    case 'ORDER_UNKNOWN':
      return `There is no order ${orderNumber}.`;
    case 'SHIPMENT_UNKNOWN': {
      const shipments = refusal.shipments.map(({ id, sellerId }) => `${id} of seller ${sellerId}`).join(', ');
      return `Order ${orderNumber} has no shipment ${what}; its shipments: ${shipments}.`;
    }
    case 'SHIPMENT_AMBIGUOUS':
      return `Order ${orderNumber} goes in several shipments, each moves by itself: ceiba shipment … ${refusal.ids.join(', ')}.`;
    case 'SHIPMENT_NONE_LEFT':
      return `Order ${orderNumber} is ${refusal.status}: nothing of it is left.`;
    case 'SHIPMENT_STANDS':
      return `Order ${orderNumber} is ${refusal.status}${refusal.isUnconfirmed ? ', waits for the link in its mail' : ''}: its shipments stand.`;
    case 'TRANSITION_NOT_ALLOWED':
      return refusal.allowed.length === 0
        ? `Shipment ${what} is ${refusal.state}: it has ended.`
        : `Shipment ${what} is ${refusal.state}; from there it goes to: ${refusal.allowed.join(', ')}.`;
    case 'AMOUNT_REQUIRED':
      return `Shipment ${what} is paid in cash: type what was collected, --amount ${formatQ(refusal.due)} if it was all of it.`;
    case 'AMOUNT_DIFFERS':
      return `Shipment ${what} has ${formatQ(refusal.due)} to collect. If another amount was truly collected, say why: --difference <reason>.`;
    case 'COLLECTED':
      return `Shipment ${what} is delivered, and ${formatQ(refusal.collected)} were collected.`;
    case 'ATTEMPTS_LEFT':
      return `Shipment ${what} was brought in vain ${refusal.attempts} times of ${deliveryAttempts}: note the attempt (ceiba shipment attempt ${what} --number ${refusal.attempts + 1}), or that it was refused (--reason rechazado).`;
    case 'ATTEMPT_SKIPPED':
      return `Shipment ${what} was brought in vain ${refusal.attempts} times: the next is --number ${refusal.attempts + 1}.`;
    case 'GIFT_CARD_MAILED':
      return `A gift card of shipment ${what} was mailed: it is given back with its whole order only (ceiba order cancel).`;
  }
}

const reasons = Object.keys(failureReasons).join('|');

export const shipmentUsage = `ceiba shipment advance <number> <seller>   brings what a seller (its number) sends of an order to its next tracking step (DEC-138);
                                    the last one of cash takes --amount, as \`deliver\`
ceiba shipment send <number>-<n>           it was sent off, or waits at its store; --courier <name> and --tracking <number> reach its buyer
ceiba shipment attempt <number>-<n> --number <n> --reason <why>   it was brought in vain, so many times in all (the same number again
                                    counts once): ${reasons}
ceiba shipment deliver <number>-<n>        its buyer has it; cash: --amount <Q…> that was collected, another than was due with
                                    --difference <reason>
ceiba shipment undelivered <number>-<n> --reason <why> --by <name>   its buyer does not get it: after two attempts, at once when it was
                                    refused; cash is void, what was paid is owed; nothing takes it back
ceiba shipment receive <number>-<n>        its goods are back where they came from; --scrap writes them off
ceiba shipment cancel <number>-<n> --reason <text> --by <name>       it never comes: its stock is free, what was paid for it is owed
`;

/** A move of a shipment as it was typed; `by`: who did it, where that was said. */
interface TypedMove {
  deed: ShipmentDeed;
  by: string | undefined;
}

/** What a verb and its options are; undefined where they are nothing like it. */
function readTyped(verb: string, words: readonly string[]): TypedMove | undefined {
  const read = Object.hasOwn(readers, verb) ? readers[verb] : undefined;
  const options = read && readOptions(words, { texts: [...read.texts, 'by'] });
  const deed = options && read.deedOf(options);
  return deed && { deed, by: options.by };
}

interface Reader {
  texts: readonly string[];
  deedOf(options: Partial<Record<string, string>>): ShipmentDeed | undefined;
}

const readers: Record<string, Reader> = {
  send: {
    texts: ['courier', 'tracking'],
    deedOf: ({ courier, tracking }) =>
      courier === undefined && tracking !== undefined
        ? undefined
        : { kind: 'send', courier: courier ?? null, trackingNumber: tracking ?? null },
  },
  attempt: {
    texts: ['number', 'reason'],
    deedOf: ({ number, reason = '' }) => {
      const count = typedCount(number);
      return count !== undefined && isFailureReason(reason) ? { kind: 'attempt', number: count, reason } : undefined;
    },
  },
  deliver: {
    texts: cashOptions,
    deedOf: (options) => {
      const cash = cashOf(options);
      return cash && { kind: 'deliver', cash };
    },
  },
  undelivered: {
    texts: ['reason'],
    deedOf: ({ reason = '', by }) =>
      isFailureReason(reason) && by !== undefined ? { kind: 'undelivered', reason } : undefined,
  },
  cancel: {
    texts: ['reason'],
    deedOf: ({ reason, by }) => (reason !== undefined && by !== undefined ? { kind: 'cancel', reason } : undefined),
  },
};

const told = (
  { id, state, attempts, orderStatus, owed, ended, isChanged }: MovedShipment,
  deed: ShipmentDeed,
): string => {
  const count = deed.kind === 'attempt' ? `, brought in vain ${attempts} times` : '';
  const due = owed > 0 ? `; its buyer is owed ${formatQ(owed)}` : '';
  return `Shipment ${id} is ${isChanged ? 'now' : 'already'} ${state}${count}${due}. The order is ${orderStatus}${ended === null ? '' : notesOf(ended)}.`;
};

async function move(
  { db, now, say, actor }: ActedCall,
  id: string,
  { orderNumber, n }: { orderNumber: string; n: number },
  { deed, by }: TypedMove,
): Promise<boolean> {
  const named = { ...actor, id: by ?? actor.id };
  const moved = await moveShipment(db, { orderNumber, choice: { n }, deed, actor: named }, now);
  say(moved.ok ? told(moved.value, deed) : `${explainMove(moved.error, id, orderNumber)} Nothing was changed.`);
  return moved.ok;
}

const explainAdvance = (refusal: MoveRefusal, orderNumber: string, seller: string): string => {
  if (refusal.code === 'SHIPMENT_UNKNOWN') {
    const sellers = refusal.shipments.map(({ sellerId }) => sellerId).join(', ');
    return `Seller ${seller} sends nothing of order ${orderNumber}; its sellers: ${sellers}.`;
  }
  return refusal.code === 'TRANSITION_NOT_ALLOWED'
    ? `The shipment of seller ${seller} of order ${orderNumber} is ${refusal.state}.`
    : explainMove(refusal, `of seller ${seller}`, orderNumber);
};

/** `advance <number> <seller>` (DEC-163). */
async function advance({ db, now, say, actor }: ActedCall, words: readonly string[]): Promise<boolean> {
  const [orderNumber, seller = '', ...more] = words;
  const cash = readCashAtDoor(more);
  if (orderNumber === undefined || !/^\d{1,9}$/.test(seller) || cash === undefined) {
    say(shipmentUsage);
    return false;
  }
  const choice = { sellerId: Number(seller) };
  const moved = await moveShipment(db, { orderNumber, choice, deed: { kind: 'advance', cash }, actor }, now);
  if (!moved.ok) {
    say(`${explainAdvance(moved.error, orderNumber, seller)} Nothing was changed.`);
    return false;
  }
  const { state, isPickup, orderStatus } = moved.value;
  const step = trackingTitle(shipmentRules[state].stage, isPickup);
  say(`Seller ${seller} of order ${orderNumber}: ${step}. The order is ${orderStatus}.`);
  return true;
}

const explainReceive = (refusal: ReceiveRefusal, id: string): string => {
  if (refusal.code === 'SHIPMENT_UNKNOWN') return `There is no shipment ${id}.`;
  return refusal.code === 'SHIPMENT_RECEIVED'
    ? `The goods of shipment ${id} are back, and were ${refusal.fate}.`
    : `Shipment ${id} is ${refusal.state}: nothing of it comes back.`;
};

/** `receive <number>-<n> [--scrap]`; undefined where it is nothing like it. */
async function receive(
  { db, now, say, actor }: ActedCall,
  id: string,
  words: readonly string[],
): Promise<boolean | undefined> {
  const options = readOptions(words, { texts: ['by'], flags: ['scrap'] });
  const named = readShipmentId(id);
  if (options === undefined || named === undefined) return undefined;
  const fate = options.scrap === undefined ? 'restocked' : 'scrapped';
  const by = { ...actor, id: options.by ?? actor.id };
  const received = await receiveShipment(db, { ...named, fate, actor: by }, now);
  say(
    received.ok
      ? `The goods of shipment ${id} are ${received.value.isChanged ? 'now' : 'already'} back: ${fate}.`
      : `${explainReceive(received.error, id)} Nothing was changed.`,
  );
  return received.ok;
}

/** `npm run ceiba -- shipment …` (DEC-163, WORK-11): moves one shipment, or changes nothing. False when it refused. */
export async function runShipmentCommand(command: ActedCall): Promise<boolean> {
  const [verb = '', id = '', ...words] = command.args;
  if (verb === 'advance') return advance(command, command.args.slice(1));
  const received = verb === 'receive' ? await receive(command, id, words) : undefined;
  if (received !== undefined) return received;
  const named = readShipmentId(id);
  const typed = readTyped(verb, words);
  if (named === undefined || typed === undefined) {
    command.say(shipmentUsage);
    return false;
  }
  return move(command, id, named, typed);
}
