import { formatQ } from '@ceiba/domain/money/money';
import { trackingTitle } from '@ceiba/domain/orders/order';
import {
  deliveryAttempts,
  failureReasons,
  isFailureReason,
  readShipmentId,
  shipmentRules,
} from '@ceiba/domain/orders/shipment';
import type { CashAtDoor, ShipmentAction } from '@ceiba/domain/orders/shipment-action';
import type { z } from 'zod';
import { type Command, type DatabaseCall, databaseCommand } from '../platform/operations/command-line.ts';
import {
  flag,
  optional,
  typed,
  typedAmount,
  typedBy,
  typedCount,
  typedReason,
  typedText,
  typedWord,
} from '../platform/operations/typed-words.ts';
import {
  type MovedShipment,
  type MoveRefusal,
  moveShipment,
  type ReceiveRefusal,
  receiveShipment,
} from './move-shipment.ts';
import { notesOf } from './order-state.store.ts';
import { movedChange, receivedChange } from './shipment-changes.ts';

/** The cash that was collected at the door. If it was less than due, with the reason. */
export const cashOptions = { amount: optional(typedAmount), difference: optional(typedReason) };

type TypedCash = z.output<z.ZodObject<typeof cashOptions>>;

export const checkCash = ({ amount, difference }: TypedCash): string | undefined =>
  amount === undefined && difference !== undefined ? '--difference wants an --amount.' : undefined;

export const cashOf = ({ amount, difference }: TypedCash): CashAtDoor => ({
  amount: amount ?? null,
  difference: difference ?? null,
});

/** Explains to the operator why a shipment was not moved. `what`: the words that identified the shipment. */
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
      return `Order ${orderNumber} is ${refusal.status}${refusal.isUnconfirmed ? ', waits for the link in its mail' : ''}${refusal.isHeld ? `, held (\`ceiba order show ${orderNumber}\` says why)` : ''}: its shipments stand.`;
    case 'TRANSITION_NOT_ALLOWED':
      return refusal.allowed.length === 0
        ? `Shipment ${what} is ${refusal.state}: it has ended.`
        : `Shipment ${what} is ${refusal.state}; from there it goes to: ${refusal.allowed.join(', ')}.`;
    case 'AMOUNT_REQUIRED':
      return `Shipment ${what} is paid in cash: type what was collected, --amount ${formatQ(refusal.due)} if it was all of it.`;
    case 'AMOUNT_DIFFERS':
      return `Shipment ${what} has ${formatQ(refusal.due)} to collect. More is never collected: it is change. If less truly was, say why: --difference <reason>.`;
    case 'COLLECTED':
      return `Shipment ${what} is delivered, and ${formatQ(refusal.collected)} were collected.`;
    case 'UNITS_LEFT':
      return `${refusal.units} units of shipment ${what} were not scanned.`;
    case 'VERSION_CONFLICT':
      return `Shipment ${what} was changed meanwhile.`;
    case 'ATTEMPTS_LEFT':
      return `Shipment ${what} was brought in vain ${refusal.attempts} times of ${deliveryAttempts}: note the attempt (ceiba shipment attempt ${what} --number ${refusal.attempts + 1}), or that it was refused (--reason rechazado).`;
    case 'ATTEMPT_SKIPPED':
      return `Shipment ${what} was brought in vain ${refusal.attempts} times: the next is --number ${refusal.attempts + 1}.`;
    case 'GOODS_AWAITED':
      return `Shipment ${what} waits for goods: of a presale that has not come, or on a transfer to its place.`;
    case 'UNITS_REFUNDED':
      return 'Units of it were refunded, and are not sent: cancel them first (ceiba order cancel --line).';
    case 'GIFT_CARD_MAILED':
      return `A gift card of shipment ${what} was mailed: it is given back with its whole order only (ceiba order cancel).`;
  }
}

const movedText = (
  { id, state, attempts, orderStatus, owed, ended, isChanged }: MovedShipment,
  action: ShipmentAction,
): string => {
  const count = action.kind === 'attempt' ? `, brought in vain ${attempts} times` : '';
  const due = owed > 0 ? `; its buyer is owed ${formatQ(owed)}` : '';
  return `Shipment ${id} is ${isChanged ? 'now' : 'already'} ${state}${count}${due}. The order is ${orderStatus}${ended === null ? '' : notesOf(ended)}.`;
};

/** Returns the data of an action on a shipment, except for its target state. */
export function actionDetails(action: ShipmentAction): Parameters<typeof movedChange>[1] {
  switch (action.kind) {
    case 'send':
      return { courier: action.courier, trackingNumber: action.trackingNumber };
    case 'advance':
    case 'deliver':
      return { reason: action.cash.difference };
    case 'attempt':
    case 'undelivered':
    case 'cancel':
    case 'stepBack':
      return { reason: action.reason };
    default:
      return {};
  }
}

/** `by`: the person who made the move, if given. */
async function move(
  { db, now, end, reportChange, actor }: DatabaseCall,
  { id, orderNumber, shipmentNumber }: NamedShipment,
  action: ShipmentAction,
  by: string | undefined,
): Promise<boolean> {
  const named = { ...actor, id: by ?? actor.id };
  const moved = await moveShipment(db, { orderNumber, choice: { shipmentNumber }, action, actor: named }, now);
  if (moved.ok && moved.value.isChanged) reportChange(movedChange(moved.value, actionDetails(action)));
  return moved.ok
    ? end(true, movedText(moved.value, action))
    : end(false, `${explainMove(moved.error, id, orderNumber)} Nothing was changed.`);
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

/** Moves a shipment one step (DEC-163). */
async function advance(
  { db, now, end, reportChange, actor }: DatabaseCall,
  orderNumber: string,
  sellerId: number,
  cash: CashAtDoor,
): Promise<boolean> {
  const action = { kind: 'advance' as const, cash };
  const moved = await moveShipment(db, { orderNumber, choice: { sellerId }, action, actor }, now);
  if (!moved.ok)
    return end(false, `${explainAdvance(moved.error, orderNumber, String(sellerId))} Nothing was changed.`);
  if (moved.value.isChanged) reportChange(movedChange(moved.value, actionDetails(action)));
  const { state, isPickup, orderStatus } = moved.value;
  const step = trackingTitle(shipmentRules[state].stage, isPickup);
  return end(true, `Seller ${sellerId} of order ${orderNumber}: ${step}. The order is ${orderStatus}.`);
}

const explainReceive = (refusal: ReceiveRefusal, id: string): string => {
  if (refusal.code === 'SHIPMENT_UNKNOWN') return `There is no shipment ${id}.`;
  return refusal.code === 'SHIPMENT_RECEIVED'
    ? `The goods of shipment ${id} are back, and were ${refusal.fate}.`
    : `Shipment ${id} is ${refusal.state}: nothing of it comes back.`;
};

async function receive(
  { db, now, end, reportChange, actor }: DatabaseCall,
  { id, orderNumber, shipmentNumber }: NamedShipment,
  isScrapped: boolean,
  by: string | undefined,
): Promise<boolean> {
  const fate = isScrapped ? 'scrapped' : 'restocked';
  const received = await receiveShipment(
    db,
    { orderNumber, shipmentNumber, fate, actor: { ...actor, id: by ?? actor.id } },
    now,
  );
  if (received.ok && received.value.isChanged) reportChange(receivedChange(id, fate));
  return received.ok
    ? end(true, `The goods of shipment ${id} are ${received.value.isChanged ? 'now' : 'already'} back: ${fate}.`)
    : end(false, `${explainReceive(received.error, id)} Nothing was changed.`);
}

interface NamedShipment {
  id: string;
  orderNumber: string;
  shipmentNumber: number;
}

const shipment = typed('<shipment>', 'a shipment as 100000001-1', (id): NamedShipment | undefined => {
  const named = readShipmentId(id);
  return named && { id, ...named };
});

const reasons = Object.keys(failureReasons);

const failure = typed(reasons.join('|'), `one of ${reasons.join(', ')}`, (text) =>
  isFailureReason(text) ? text : undefined,
);
const by = optional(typedBy);

/** Commands that move one shipment (DEC-163, WORK-11). The shipment is identified by its order's number, a hyphen and its own number. */
export const shipmentCommands: readonly Command[] = [
  databaseCommand({
    usage: 'shipment advance <number> <seller>',
    changes: { entity: 'shipments', calls: ['moveShipment'] },
    summary:
      "moves a seller's shipment of an order to its next tracking step (DEC-138); the seller is given by number. The " +
      'last step of a cash shipment takes --amount, like `deliver`',
    canDryRun: true,
    takes: {
      number: typedWord,
      seller: typed('<seller>', "a seller's number", (text) => (/^\d{1,9}$/.test(text) ? Number(text) : undefined)),
      ...cashOptions,
    },
    check: checkCash,
    run: (call, { number, seller, ...cash }) => advance(call, number, seller, cashOf(cash)),
  }),
  databaseCommand({
    usage: 'shipment send <shipment>',
    changes: { entity: 'shipments', calls: ['moveShipment'] },
    summary:
      'marks a shipment as sent, or as waiting at its store. The buyer is told --courier and --tracking. <shipment>: ' +
      '<number>-<n>, such as 100000001-1',
    canDryRun: true,
    takes: { shipment, courier: optional(typedText('<name>', 60)), tracking: optional(typedText('<number>', 60)), by },
    check: ({ courier, tracking }) =>
      courier === undefined && tracking !== undefined ? '--tracking wants a --courier.' : undefined,
    run: (call, { shipment, courier = null, tracking = null, by }) =>
      move(call, shipment, { kind: 'send', courier, trackingNumber: tracking }, by),
  }),
  databaseCommand({
    usage: 'shipment attempt <shipment>',
    changes: { entity: 'shipments', calls: ['moveShipment'] },
    summary: 'records the total number of failed delivery attempts (the same number again counts once), and the reason',
    canDryRun: true,
    takes: { shipment, number: typedCount, reason: failure, by },
    run: (call, { shipment, number, reason, by }) => move(call, shipment, { kind: 'attempt', number, reason }, by),
  }),
  databaseCommand({
    usage: 'shipment deliver <shipment>',
    changes: { entity: 'shipments', calls: ['moveShipment'] },
    summary:
      'marks a shipment as delivered. Cash: --amount is the collected amount, and --difference the reason if it is ' +
      'less than the amount due',
    canDryRun: true,
    takes: { shipment, ...cashOptions, by },
    check: checkCash,
    run: (call, { shipment, by, ...cash }) => move(call, shipment, { kind: 'deliver', cash: cashOf(cash) }, by),
  }),
  databaseCommand({
    usage: 'shipment undelivered <shipment>',
    changes: { entity: 'shipments', calls: ['moveShipment'] },
    summary:
      'marks a shipment as undelivered: after two attempts, or immediately if the buyer refused it. Cash is no longer ' +
      'due, and a paid amount is owed to the buyer. This cannot be undone',
    canDryRun: true,
    takes: { shipment, reason: failure, by: typedBy },
    run: (call, { shipment, reason, by }) => move(call, shipment, { kind: 'undelivered', reason }, by),
  }),
  databaseCommand({
    usage: 'shipment receive <shipment>',
    changes: { entity: 'shipments', calls: ['receiveShipment'] },
    summary: 'records that the goods of a shipment are back at their place. --scrap writes them off',
    canDryRun: true,
    takes: { shipment, scrap: flag, by },
    run: (call, { shipment, scrap, by }) => receive(call, shipment, scrap, by),
  }),
  databaseCommand({
    usage: 'shipment cancel <shipment>',
    changes: { entity: 'shipments', calls: ['moveShipment'] },
    summary: 'cancels a shipment: its stock is free again, and a paid amount is owed to the buyer',
    canDryRun: true,
    takes: { shipment, reason: typedReason, by: typedBy },
    run: (call, { shipment, reason, by }) => move(call, shipment, { kind: 'cancel', reason }, by),
  }),
];
