import type { OrderCorrection } from '@ceiba/contract/desk/order-changes';
import { readDirections } from '@ceiba/domain/addresses/trusted-person';
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
import { storedUnits } from '../../refunds/refund-requests.store.ts';
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

/** The person who changes an order at the desk. */
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

export type OrderChangeResult = Result<Change | null, OrderRefusal>;

/** Returns the names of a change's fields. A field of an address has a name such as `contact.phone`. */
const pathsOf = (asked: object): string[] =>
  Object.entries(asked).flatMap(([name, value]) => {
    if (value === undefined || name === 'version' || name === 'reason') return [];
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.keys(value).map((field) => `${name}.${field}`)
      : [name];
  });

/**
 * Builds the answer to a change based on an older version (OFF-21): the order's state, the person who changed the order in the
 * meantime, and the fields that both people changed.
 */
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
      changedBy: last?.actorName ?? null,
      changedAt: last?.at.toISOString() ?? null,
      conflicts: pathsOf(asked).filter((path) => others.has(path)),
    },
  };
}

type Besides = { region?: number | null; assigneeId?: string | null };

/** Locks an order and returns it. Refuses if this person may not see the order. */
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
  /** The places that the change affects. Default: all places of the order. */
  places?: (order: OrderToChange) => readonly (string | null)[];
  besides?: Besides;
}

/** Locks an order for a change and returns it. Also refuses if the change affects another person's place, or is based on an older version. */
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

/** The message for an order whose parcels are packed, or that has ended. */
const notCorrectable = 'La orden ya está empacada o terminó: solo se cambian sus etiquetas y su encargado.';

/** Returns the differences between two records. Their names have the form `name.field`. */
function differences(name: string, before: object, after: object): BuyerCorrection {
  const changed = { before: {} as Record<string, unknown>, after: {} as Record<string, unknown> };
  const was = new Map(Object.entries(before));
  for (const [field, value] of Object.entries(after)) {
    if (JSON.stringify(was.get(field)) === JSON.stringify(value)) continue;
    changed.before[`${name}.${field}`] = was.get(field) ?? null;
    changed.after[`${name}.${field}`] = value;
  }
  return changed;
}

const defined = <T extends object>(values: T): Partial<T> =>
  // Fields missing in a request stay unchanged.
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Partial<T>;

/** Applies a correction to an address. The stored address has receiver and reference in one text field (TRU-04). */
function correctedAddress(
  order: OrderToChange,
  { region, reference, receiver, ...asked }: NonNullable<OrderCorrection['shippingAddress']>,
) {
  const present = order.shippingAddress;
  if (present === null) return null;
  const { phone, extras } = readDirections(present.trustedPerson?.message ?? '');
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

/** The Spanish names of changed fields in the buyer's mail. */
const mailedChanges: readonly [path: RegExp, text: string][] = [
  [/^contact\.(firstName|lastName)$/, 'El nombre de contacto'],
  [/^contact\.phone$/, 'El teléfono de contacto'],
  [/^contact\.email$/, 'El correo electrónico'],
  [/^shippingAddress\.(firstname|lastname|trustedPerson)$/, 'Quién lo recibe o las indicaciones de entrega'],
  [/^shippingAddress\.telephone$/, 'El teléfono de entrega'],
  [/^shippingAddress\.(street|city|zone|region)$/, 'La dirección de entrega'],
  [/^promises$/, 'La fecha de entrega prometida'],
  [/^billingAddress\./, 'Los datos de facturación'],
];

/** The policy on which a correction depends, and the shop's data for the mail to the buyer. */
interface CorrectingShop extends MailingShop {
  policy: MailedPolicy & Pick<ShopPolicy, 'finalConsumerLimit'>;
}

interface Correction {
  orderNumber: string;
  asked: OrderCorrection;
}

/**
 * Corrects contact, addresses, promised days, tags and assignee of an order (WORK-22). Contact, addresses and promised days can
 * change until the order is packed. Their changes are mailed to the corrected and to the former e-mail. Only a manager may move
 * the order to another department. The delivery fee stays the same.
 */
export async function correctOrder(
  tx: Tx,
  { orderNumber, asked }: Correction,
  editor: OrderEditor,
  shop: CorrectingShop,
): Promise<OrderChangeResult> {
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
  const moves = region !== undefined && region !== order.shippingAddress?.region.regionId;
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
      ...order.billingAddress,
      ...defined(billingAddress ?? {}),
      ...(identity?.ok ? identity.value : {}),
    },
  };
  const ofBuyer = joined([
    differences('contact', { ...order.contact, email: order.email }, wanted.contact),
    ...(address === null ? [] : [differences('shippingAddress', order.shippingAddress ?? {}, address)]),
    differences('billingAddress', order.billingAddress, wanted.billingAddress),
  ]);
  const others = joined([
    ...(promised.after.length === 0
      ? []
      : [{ before: { promises: storedUnits(promised.before) }, after: { promises: storedUnits(promised.after) } }]),
    ...(tags === undefined || JSON.stringify(tags) === JSON.stringify(order.tags)
      ? []
      : [{ before: { tags: order.tags }, after: { tags } }]),
    ...(assigneeId === undefined || assigneeId === order.assigneeId
      ? []
      : [{ before: { assigneeId: order.assigneeId }, after: { assigneeId } }]),
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
  const changeTexts = [
    ...new Set(mailedChanges.filter(([path]) => changed.some((name) => path.test(name))).map(([, text]) => text)),
  ];
  // Mails the former address, too, because its owner may be the buyer (WORK-03, WORK-22).
  const recipients = [...new Set([newEmail, order.email])].filter((email) => email !== '');
  const dedupeKey = `order-corrected:${order.id}:${order.version + 1}`;
  const mails = recipients.map((email, place) => ({
    ...orderCorrectedMail({ number: orderNumber, email, changed: changeTexts }, shop),
    dedupeKey: place === 0 ? dedupeKey : `${dedupeKey}:former`,
  }));
  if (changeTexts.length > 0) await writeMails(tx, mails, author.now);
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

/** Returns the buyer's fields for the audit: shortened values (record 0073), and the last four digits of the document's number (OFF-10). */
const keptOfBuyer = (fields: Record<string, unknown>): Record<string, unknown> => ({
  ...hintedFields(fields),
  ...('billingAddress.nit' in fields && { 'billingAddress.nit': masked(String(fields['billingAddress.nit'])) }),
});

/** Returns the places of a correction. A promised day concerns its shipment. Any other field concerns the whole order. */
function placesOfCorrection(
  order: OrderToChange,
  orderNumber: string,
  { version: _, promises = [], ...others }: OrderCorrection,
): readonly (string | null)[] {
  const isWhole = promises.length === 0 || Object.values(others).some((part) => part !== undefined);
  if (isWhole) return placesOfOrder(order);
  const named = order.shipments.filter(({ shipmentNumber }) =>
    promises.some(({ shipmentId }) => shipmentId === subOrderNumber(orderNumber, shipmentNumber)),
  );
  // Another check refuses a shipment that the order does not have. Its place must not cause a refusal here.
  return named.length > 0 ? named.map(({ place }) => place) : placesOfOrder(order);
}

/** Returns the shipments whose promised day changes, with their former and new day. */
function promisesOf(order: OrderToChange, orderNumber: string, asked: NonNullable<OrderCorrection['promises']>) {
  const changed = asked.flatMap(({ shipmentId, promisedOn }) => {
    const shipment = order.shipments.find(
      ({ shipmentNumber }) => subOrderNumber(orderNumber, shipmentNumber) === shipmentId,
    );
    return shipment === undefined || shipment.promisedOn === promisedOn ? [] : [{ shipment, promisedOn }];
  });
  return {
    before: changed.map(({ shipment: { shipmentNumber, promisedOn } }) => ({ shipmentNumber, promisedOn })),
    after: changed.map(({ shipment: { shipmentNumber }, promisedOn }) => ({ shipmentNumber, promisedOn })),
  };
}

/** Returns the error in the requested days. Null if there is none. */
function invalidPromise(
  order: OrderToChange,
  orderNumber: string,
  asked: NonNullable<OrderCorrection['promises']>,
  now: Date,
): string | null {
  const open = order.shipments
    .filter(({ state }) => !hasEnded(state))
    .map(({ shipmentNumber }) => subOrderNumber(orderNumber, shipmentNumber));
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
  if (shippingAddress !== undefined && (order.shippingAddress === null || order.deliveryType === 'storepickup'))
    return { shippingAddress: 'La orden no se envía a una dirección.' };
  if (shippingAddress?.region !== undefined && order.department === null)
    return { 'shippingAddress.region': 'No existe ese departamento.' };
  if (assigneeId !== undefined && assigneeId !== null && !order.isAssignable) return { assigneeId: 'No trabaja aquí.' };
  const identity = identityOf(order, billingAddress);
  if (identity === null) return null;
  if (!identity.ok) return { 'billingAddress.nit': identity.error.message };
  return identity.value.documentType === 'CF' && order.total >= finalConsumerLimit
    ? { 'billingAddress.nit': 'Por su monto, la factura de esta orden necesita un NIT.' }
    : null;
}

/** Returns the invoice's taxpayer after a change, with the number in its stored form. Null if the taxpayer does not change. */
const identityOf = (order: OrderToChange, asked: OrderCorrection['billingAddress']) =>
  asked === undefined || (asked.nit === undefined && asked.documentType === undefined)
    ? null
    : checkIdentity(asked.nit ?? order.billingAddress.nit, asked.documentType ?? order.billingAddress.documentType);

export const changeOf = (entityId: string, after: Record<string, unknown>, { reason }: { reason: string }) => ({
  entity: 'orders',
  entityId,
  after,
  reason,
});
