import type { OrderCorrection } from '@ceiba/contract/desk/orders';
import { readShippingMessage } from '@ceiba/domain/addresses/trusted-person';
import { checkIdentity } from '@ceiba/domain/billing/tax-document';
import { guatemalaDate } from '@ceiba/domain/dates/civil-date';
import { isOrderNumber, subOrderNumber } from '@ceiba/domain/orders/order';
import { placesOfOrder } from '@ceiba/domain/orders/order-places';
import { hasEnded } from '@ceiba/domain/orders/shipment';
import type { ShopPolicy } from '@ceiba/domain/policies/shop-policy';
import { ok, type Result, refuse } from '@ceiba/domain/result';
import type { Permission } from '@ceiba/domain/staff/permissions';
import type { MailedPolicy, MailingShop } from '../../notifications/mail-layout.ts';
import { orderCorrectedMail } from '../../notifications/order-corrected-mail.ts';
import { writeMails } from '../../notifications/write-mail.ts';
import { type Author, type Change, hintedFields, masked } from '../../platform/audit/record-change.ts';
import type { Tx } from '../../platform/db/database.ts';
import { mayTouch, otherStores } from '../../platform/http/places.ts';
import type { StaffCaller } from '../../platform/http/route.ts';
import {
  type Correction as BuyerCorrection,
  findChangesSince,
  findDeskOrder,
  lockOrderToChange,
  type OrderFields,
  type OrderToChange,
  writeOrderFields,
} from './desk-order.store.ts';
import { isCorrectable, toDeskOrder } from './order-view.ts';
import { maySeeOrder } from './own-orders.ts';

/** Who changes an order at the desk. */
export interface OrderEditor {
  author: Author;
  staff: StaffCaller;
}

export type OrderRefusal =
  | { code: 'ORDER_NOT_FOUND' }
  | {
      code: 'VERSION_CONFLICT' | 'TRANSITION_NOT_ALLOWED' | 'FORBIDDEN' | 'VALIDATION_ERROR';
      metadata: Record<string, unknown>;
    };

export type Changed = Result<Change | null, OrderRefusal>;

/** The names of what a change asks for, down to a field of an address: `contact.phone`. */
const pathsOf = (asked: object): string[] =>
  Object.entries(asked).flatMap(([name, value]) => {
    if (value === undefined || name === 'version' || name === 'reason') return [];
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.keys(value).map((field) => `${name}.${field}`)
      : [name];
  });

/** What a change that saw an older version is told (OFF-21): how the order stands, who changed it, and what both have changed. */
export async function conflict(
  tx: Tx,
  orderNumber: string,
  asked: { version: number },
  { staff }: OrderEditor,
): Promise<OrderRefusal> {
  const found = await findDeskOrder(tx, orderNumber);
  const changes = await findChangesSince(tx, orderNumber, asked.version);
  const last = changes.at(-1);
  const others = new Set(changes.flatMap(({ after }) => Object.keys(after)));
  return {
    code: 'VERSION_CONFLICT',
    metadata: {
      current: found && toDeskOrder(found, found, staff),
      changedBy: last?.actor_name ?? null,
      changedAt: last?.at.toISOString() ?? null,
      conflicts: pathsOf(asked).filter((path) => others.has(path)),
    },
  };
}

type Besides = { region?: number | null; assigneeId?: string | null };

/** The order under its lock; refused where this person does not see it. */
export async function lockSeen(
  tx: Tx,
  orderNumber: string,
  { staff }: OrderEditor,
  besides: Besides = {},
): Promise<Result<OrderToChange, { code: 'ORDER_NOT_FOUND' }>> {
  const order = isOrderNumber(orderNumber) ? await lockOrderToChange(tx, orderNumber, besides) : undefined;
  return order === undefined || !maySeeOrder(staff, order) ? refuse({ code: 'ORDER_NOT_FOUND' }) : ok(order);
}

interface LockedFor {
  /** The permission of the call. */
  permission: Permission;
  /** The places that the change touches; without it those of the whole order. */
  places?: (order: OrderToChange) => readonly (string | null)[];
  besides?: Besides;
}

/** The same for a change: refused where it touches a place that is not this person's, or where they saw an older version. */
export async function lockForChange(
  tx: Tx,
  orderNumber: string,
  asked: { version: number },
  editor: OrderEditor,
  { permission, places = placesOfOrder, besides = {} }: LockedFor,
): Promise<Result<OrderToChange, OrderRefusal>> {
  const found = await lockSeen(tx, orderNumber, editor, besides);
  if (!found.ok) return found;
  if (!mayTouch(editor.staff, 'every', places(found.value))) return refuse(otherStores('La orden', permission));
  if (found.value.version === asked.version) return found;
  return refuse(await conflict(tx, orderNumber, asked, editor));
}

export const notAllowed = (allowed: readonly string[]): OrderRefusal => ({
  code: 'TRANSITION_NOT_ALLOWED',
  metadata: { allowed },
});

/** Of an order whose parcels are closed, or that has ended. */
const notCorrectable = 'La orden ya está empacada o terminó: solo se cambian sus etiquetas y su encargado.';

/** What of two records differs, by `name.field`. */
function differences(name: string, before: object, after: object): BuyerCorrection {
  const told = { before: {} as Record<string, unknown>, after: {} as Record<string, unknown> };
  const was = new Map(Object.entries(before));
  for (const [field, value] of Object.entries(after)) {
    if (JSON.stringify(was.get(field)) === JSON.stringify(value)) continue;
    told.before[`${name}.${field}`] = was.get(field) ?? null;
    told.after[`${name}.${field}`] = value;
  }
  return told;
}

const defined = <T extends object>(values: T): Partial<T> =>
  // What is left out of a request stays as it is.
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Partial<T>;

/** An address with what was asked for; the person who receives it and the reference are one text there (TRU-04). */
function correctedAddress(
  order: OrderToChange,
  { region, reference, receiver, ...asked }: NonNullable<OrderCorrection['shippingAddress']>,
) {
  const present = order.shipping_address;
  if (present === null) return null;
  const { phone, extras } = readShippingMessage(present.trustedPerson?.message ?? '');
  const person =
    receiver === undefined
      ? (present.trustedPerson ?? { firstName: '', lastName: '' })
      : { firstName: receiver ?? '', lastName: '' };
  const says = reference ?? extras;
  const isPerson = person.firstName !== '' || person.lastName !== '' || says !== '';
  return {
    ...present,
    ...defined(asked),
    ...(region === undefined ? {} : { region: { regionId: region, region: order.department ?? '' } }),
    trustedPerson: isPerson ? { ...person, message: `${phone}|${says}` } : null,
  };
}

/** What a buyer is told of each, as it is called there. */
const toldChanges: readonly [path: RegExp, text: string][] = [
  [/^contact\.(firstName|lastName)$/, 'El nombre de contacto'],
  [/^contact\.phone$/, 'El teléfono de contacto'],
  [/^contact\.email$/, 'El correo electrónico'],
  [/^shippingAddress\.(firstname|lastname|trustedPerson)$/, 'Quién lo recibe o las indicaciones de entrega'],
  [/^shippingAddress\.telephone$/, 'El teléfono de entrega'],
  [/^shippingAddress\.(street|city|zone|region)$/, 'La dirección de entrega'],
  [/^promises$/, 'La fecha de entrega prometida'],
  [/^billingAddress\./, 'Los datos de facturación'],
];

/** What a correction is judged and told by. */
interface CorrectingShop extends MailingShop {
  policy: MailedPolicy & Pick<ShopPolicy, 'finalConsumerLimit'>;
}

interface Correction {
  orderNumber: string;
  asked: OrderCorrection;
}

/**
 * Corrects contact, addresses, promised days, tags and who takes care of an order (WORK-22): the first three until it is packed, to another
 * department by a manager alone; its fee stays. Its buyer is mailed what changed of them, at the corrected address and at the former one.
 */
export async function correctOrder(
  tx: Tx,
  { orderNumber, asked }: Correction,
  editor: OrderEditor,
  shop: CorrectingShop,
): Promise<Changed> {
  const { contact, shippingAddress, billingAddress, promises, tags, assigneeId } = asked;
  const region = shippingAddress?.region;
  const found = await lockForChange(tx, orderNumber, asked, editor, {
    permission: 'orders.edit',
    places: (order) => placesOfCorrection(order, orderNumber, asked),
    besides: { region: region ?? null, assigneeId: assigneeId ?? null },
  });
  if (!found.ok) return found;
  const order = found.value;
  const isOfBuyer = [contact, shippingAddress, billingAddress, promises].some((part) => part !== undefined);
  if (isOfBuyer && !isCorrectable(order.shipments.map(({ state }) => state)))
    return refuse({ ...notAllowed(['tags', 'assigneeId']), message: notCorrectable });
  const invalid = invalidOf(order, orderNumber, asked, shop.policy, editor.author.now);
  if (invalid !== null) return refuse({ code: 'VALIDATION_ERROR', metadata: { fields: invalid } });
  const moves = region !== undefined && region !== order.shipping_address?.region.regionId;
  const manager: Permission = 'settings.edit';
  if (moves && !editor.staff.permissions.has(manager))
    return refuse({ code: 'FORBIDDEN', metadata: { permission: manager } });
  const identity = identityOf(order, billingAddress);
  const { email, ...person } = contact ?? {};
  const address = shippingAddress === undefined ? null : correctedAddress(order, shippingAddress);
  const promised = promisesOf(order, orderNumber, promises ?? []);
  const wanted = {
    contact: { ...order.contact, ...defined(person), email: email ?? order.email },
    billingAddress: {
      ...order.billing_address,
      ...defined(billingAddress ?? {}),
      ...(identity?.ok ? identity.value : {}),
    },
  };
  const ofBuyer = joined([
    differences('contact', { ...order.contact, email: order.email }, wanted.contact),
    ...(address === null ? [] : [differences('shippingAddress', order.shipping_address ?? {}, address)]),
    differences('billingAddress', order.billing_address, wanted.billingAddress),
  ]);
  const others = joined([
    ...(promised.after.length === 0
      ? []
      : [{ before: { promises: promised.before }, after: { promises: promised.after } }]),
    ...(tags === undefined || JSON.stringify(tags) === JSON.stringify(order.tags)
      ? []
      : [{ before: { tags: order.tags }, after: { tags } }]),
    ...(assigneeId === undefined || assigneeId === order.assignee_id
      ? []
      : [{ before: { assigneeId: order.assignee_id }, after: { assigneeId } }]),
  ]);
  const corrected = Object.keys(ofBuyer.after);
  if (corrected.length === 0 && Object.keys(others.after).length === 0) return ok(null);
  const { email: newEmail, ...newContact } = wanted.contact;
  const fields: OrderFields = {
    email: newEmail,
    contact: newContact,
    ...(address === null ? {} : { shippingAddress: address }),
    billingAddress: wanted.billingAddress,
    ...(promised.after.length === 0 ? {} : { promises: promised.after }),
    ...(tags === undefined ? {} : { tags }),
    ...(assigneeId === undefined ? {} : { assigneeId }),
    ...(corrected.length === 0 ? {} : { corrected: ofBuyer }),
  };
  const { author } = editor;
  await writeOrderFields(tx, order.id, fields, author.now);
  const changed = [...corrected, ...Object.keys(others.after)];
  const told = [
    ...new Set(toldChanges.filter(([path]) => changed.some((name) => path.test(name))).map(([, text]) => text)),
  ];
  // The former address, too: whoever has it may be who ordered (WORK-03, WORK-22).
  const recipients = [...new Set([newEmail, order.email])].filter((email) => email !== '');
  const dedupeKey = `order-corrected:${order.id}:${order.version + 1}`;
  const mails = recipients.map((email, place) => ({
    ...orderCorrectedMail({ number: orderNumber, email, changed: told }, shop),
    dedupeKey: place === 0 ? dedupeKey : `${dedupeKey}:former`,
  }));
  if (told.length > 0) await writeMails(tx, mails, author.now);
  return ok({
    entity: 'orders',
    entityId: orderNumber,
    before: { ...keptOfBuyer(ofBuyer.before), ...others.before },
    after: { ...keptOfBuyer(ofBuyer.after), ...others.after, version: order.version + 1 },
  });
}

const joined = (parts: readonly BuyerCorrection[]): BuyerCorrection => ({
  before: Object.assign({}, ...parts.map(({ before }) => before)),
  after: Object.assign({}, ...parts.map(({ after }) => after)),
});

/** What the audit keeps of a buyer's fields: hints (record 0073), and of the number of their paper the last four (OFF-10). */
const keptOfBuyer = (fields: Record<string, unknown>): Record<string, unknown> => ({
  ...hintedFields(fields),
  ...('billingAddress.nit' in fields && { 'billingAddress.nit': masked(String(fields['billingAddress.nit'])) }),
});

/** A promise is judged by its shipment; anything else belongs to the whole order. */
function placesOfCorrection(
  order: OrderToChange,
  orderNumber: string,
  { version: _, promises = [], ...others }: OrderCorrection,
): readonly (string | null)[] {
  const isWhole = promises.length === 0 || Object.values(others).some((part) => part !== undefined);
  if (isWhole) return placesOfOrder(order);
  const named = order.shipments.filter(({ n }) =>
    promises.some(({ shipmentId }) => shipmentId === subOrderNumber(orderNumber, n)),
  );
  // A shipment that the order does not have is refused as such, and no reason to look for another place.
  return named.length > 0 ? named.map(({ place }) => place) : placesOfOrder(order);
}

/** The days of its shipments that become others. */
function promisesOf(order: OrderToChange, orderNumber: string, asked: NonNullable<OrderCorrection['promises']>) {
  const changed = asked.flatMap(({ shipmentId, promisedOn }) => {
    const shipment = order.shipments.find(({ n }) => subOrderNumber(orderNumber, n) === shipmentId);
    return shipment === undefined || shipment.promisedOn === promisedOn ? [] : [{ shipment, promisedOn }];
  });
  return {
    before: changed.map(({ shipment: { n, promisedOn } }) => ({ n, promisedOn })),
    after: changed.map(({ shipment: { n }, promisedOn }) => ({ n, promisedOn })),
  };
}

/** What is wrong with the days that are asked for; null: nothing. */
function invalidPromise(
  order: OrderToChange,
  orderNumber: string,
  asked: NonNullable<OrderCorrection['promises']>,
  now: Date,
): string | null {
  const open = order.shipments.filter(({ state }) => !hasEnded(state)).map(({ n }) => subOrderNumber(orderNumber, n));
  const named = new Set(asked.map(({ shipmentId }) => shipmentId));
  if (named.size < asked.length || [...named].some((id) => !open.includes(id)))
    return 'La orden no tiene ese envío por entregar.';
  return asked.some(({ promisedOn }) => promisedOn < guatemalaDate(now)) ? 'Ese día ya pasó.' : null;
}

function invalidOf(
  order: OrderToChange,
  orderNumber: string,
  { shippingAddress, assigneeId, billingAddress, promises = [] }: OrderCorrection,
  { finalConsumerLimit }: Pick<ShopPolicy, 'finalConsumerLimit'>,
  now: Date,
): Record<string, string> | null {
  const badPromise = invalidPromise(order, orderNumber, promises, now);
  if (badPromise !== null) return { promises: badPromise };
  if (shippingAddress !== undefined && (order.shipping_address === null || order.shipping_method === 'storepickup'))
    return { shippingAddress: 'La orden no se envía a una dirección.' };
  if (shippingAddress?.region !== undefined && order.department === null)
    return { 'shippingAddress.region': 'No existe ese departamento.' };
  if (assigneeId !== undefined && assigneeId !== null && !order.is_assignable)
    return { assigneeId: 'No trabaja aquí.' };
  const identity = identityOf(order, billingAddress);
  if (identity === null) return null;
  if (!identity.ok) return { 'billingAddress.nit': identity.error.message };
  return identity.value.documentType === 'CF' && order.total >= finalConsumerLimit
    ? { 'billingAddress.nit': 'Por su monto, la factura de esta orden necesita un NIT.' }
    : null;
}

/** Who the invoice is for after a change, as their number is kept; null: that is not changed. */
const identityOf = (order: OrderToChange, asked: OrderCorrection['billingAddress']) =>
  asked === undefined || (asked.nit === undefined && asked.documentType === undefined)
    ? null
    : checkIdentity(asked.nit ?? order.billing_address.nit, asked.documentType ?? order.billing_address.documentType);

export const changeOf = (entityId: string, after: Record<string, unknown>, { reason }: { reason: string }) => ({
  entity: 'orders',
  entityId,
  after,
  reason,
});
