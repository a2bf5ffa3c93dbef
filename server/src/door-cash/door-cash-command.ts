import { missingAtDoor, type SettledDoorCash } from '@ceiba/domain/door-cash/door-cash';
import { type Centavos, formatQ } from '@ceiba/domain/money/money';
import { readShipmentId } from '@ceiba/domain/orders/shipment';
import { type Command, type DatabaseCall, databaseCommand } from '../platform/operations/command-line.ts';
import { optional, typed, typedAmount, typedBy, typedReason, typedText } from '../platform/operations/typed-words.ts';
import { findNamedTill } from '../tills/tills.store.ts';
import { settleDoorCash, settledChange } from './settle-door-cash.ts';

interface TypedSettling {
  collected?: Centavos | undefined;
  paid?: Centavos | undefined;
  lost?: Centavos | undefined;
  till?: string | undefined;
  store?: string | undefined;
  by: string;
  reason: string;
}

const settlingsOf = ({ collected, paid, lost }: TypedSettling): SettledDoorCash[] => [
  ...(collected === undefined ? [] : [{ kind: 'correction' as const, amount: collected }]),
  ...(paid === undefined ? [] : [{ kind: 'payment' as const, amount: paid }]),
  ...(lost === undefined ? [] : [{ kind: 'writeOff' as const, amount: lost }]),
];

/** Runs `shipment cash` in one transaction. */
const settle = async (
  { db, now, end, reportChange, actor: typist }: DatabaseCall,
  id: string,
  said: TypedSettling,
): Promise<boolean> => {
  const [asked] = settlingsOf(said);
  if (asked === undefined) return end(false, 'Nothing was asked.');
  const { till: name, store, by, reason } = said;
  const author = { actor: { ...typist, id: by }, name: by, requestId: null, now };
  return db.transaction(async (tx) => {
    const tillId = name === undefined ? undefined : await findNamedTill(tx, name, store === undefined ? null : [store]);
    if (tillId === null) return end(false, `No open till, or more than one, is called ${name}: say its --store, too.`);
    const settled = await settleDoorCash(tx, { id, ...asked, reason, tillId }, author, () => true);
    if (!settled.ok) return end(false, `${whyNot(settled.error, id)} Nothing was changed.`);
    const { after } = settled.value;
    reportChange(settledChange(settled.value));
    const missing = missingAtDoor(after);
    return end(
      true,
      `Of shipment ${id} ${formatQ(after.collected)} of ${formatQ(after.due)} are collected${missing > 0 ? `, and ${formatQ(missing)} are missing` : ''}.`,
    );
  });
};

type SettlingError = Extract<Awaited<ReturnType<typeof settleDoorCash>>, { ok: false }>['error'];

const whyNot = ({ code, metadata }: SettlingError, id: string): string => {
  switch (code) {
    case 'NOT_FOUND':
      return `Shipment ${id} is not delivered, or is not paid in cash.`;
    case 'APPROVAL_REQUIRED':
      return `Another person than the one who wrote the cash of shipment ${id} puts it right: --by names them.`;
    case 'TRANSITION_NOT_ALLOWED':
      return `Money of the order of shipment ${id} was given back: what was collected cannot become less.`;
    case 'VALIDATION_ERROR':
      return `This amount, or this till, cannot be written: ${Object.values(metadata?.fields ?? {}).join(' ')}`;
    default:
      return `The till of shipment ${id} is closed.`;
  }
};

export const doorCashCommands: readonly Command[] = [
  databaseCommand({
    usage: 'shipment cash <shipment>',
    changes: { entity: 'shipments', calls: ['settleDoorCash'] },
    summary:
      'corrects the cash of a shipment, by a person who did not record it. --collected: the total that was really collected. --paid: an amount paid ' +
      'later (at the open --till of its --store, or without a till). --lost: an amount that will never be paid',
    canDryRun: true,
    takes: {
      shipment: typed('<shipment>', 'a shipment as 100000001-1', (id) => (readShipmentId(id) ? id : undefined)),
      collected: optional(typedAmount),
      paid: optional(typedAmount),
      lost: optional(typedAmount),
      till: optional(typedText('<name>', 60)),
      store: optional(typedText('<code>', 32)),
      by: typedBy,
      reason: typedReason,
    },
    check: (said) =>
      settlingsOf({ ...said, by: '', reason: '' }).length === 1
        ? undefined
        : 'Say one of --collected, --paid and --lost.',
    run: (call, { shipment, ...said }) => settle(call, shipment, said),
  }),
];
