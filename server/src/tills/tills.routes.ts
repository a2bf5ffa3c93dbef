import {
  exportCashRefunds,
  listCashRefunds,
  openRefundTransfer,
  payRefundAtTill,
  payRefundByTransfer,
  setRefundTransfer,
} from '@ceiba/contract/desk/cash-refunds';
import { cashRefundList } from '@ceiba/contract/desk/lists/cash-refunds';
import { tillList } from '@ceiba/contract/desk/lists/tills';
import {
  type TillOrder as AnsweredOrder,
  createTill,
  exportTills,
  findTillOrders,
  getTill,
  listTills,
  moveTillCash,
  payAtTill,
  renameTill,
  unpayAtTill,
} from '@ceiba/contract/desk/tills';
import { centavos, toQuetzales } from '@ceiba/domain/money/money';
import { readNumberPart } from '@ceiba/domain/orders/order';
import { ok, refuse } from '@ceiba/domain/result';
import { seesAmounts } from '@ceiba/domain/staff/permissions';
import { maxTaken, readTillSearch } from '@ceiba/domain/tills/till';
import { isStore } from '../locations/locations.store.ts';
import { ownOrdersOf } from '../orders/desk/own-orders.ts';
import type { Database, Tx } from '../platform/db/database.ts';
import type { SealedSecrets } from '../platform/db/sealed-secrets.store.ts';
import { maySeeStore, mayTouch } from '../platform/http/places.ts';
import { type RequestContext, type Route, route, type StaffCaller } from '../platform/http/route.ts';
import { changeRoute } from '../platform/http/staff-route.ts';
import { listRoutes } from '../platform/lists/list-routes.ts';
import type { ListSource } from '../platform/lists/list-source.ts';
import { countTillRoutes } from './count-till.routes.ts';
import { findDueRefund, storesOfRefund, voucherOf } from './due-refunds.store.ts';
import { type AtTill, lockOpenTill, payAtTill as pay, signedAmount, unpayAtTill as unpay } from './pay-at-till.ts';
import {
  openAccount,
  type PayRefundDeps,
  payRefundAtTill as payRefund,
  type RefundToPay,
  saveTransferAccount,
  payRefundByTransfer as transfer,
} from './pay-refund.ts';
import { noteShortage } from './short-till.ts';
import { setTillShort } from './till-counts.store.ts';
import { rereadTill, tillDetail } from './till-detail.ts';
import { findTillOrders as findOrders, type TillOrder } from './till-orders.store.ts';
import {
  findExpected,
  findTill,
  insertTill,
  insertTillMovement,
  lockTill,
  nameOf,
  setTillName,
} from './tills.store.ts';

interface TillsRoutesDeps {
  db: Database;
  publicUrl: string;
  sealedSecrets: SealedSecrets;
}

const tillSource: ListSource<typeof tillList> = {
  list: tillList,
  from: 'from tills t join stores p on p.store_code = t.store_code left join till_sessions s on s.till_id = t.id and s.closed_at is null',
  key: { sql: 't.id', type: 'uuid' },
  columns: {
    name: 't.name',
    storeName: 'p.name',
    state: `case when s.id is null then 'closed' else 'open' end`,
    openedAt: 's.opened_at',
    openedBy: nameOf('s.opened_by'),
  },
  filters: { state: `case when s.id is null then 'closed' else 'open' end`, storeCode: 't.store_code' },
  store: 't.store_code',
};

/** Cash refunds that are due, by order. The store is known only for store payments. */
export const cashRefundSource: ListSource<typeof cashRefundList> = {
  list: cashRefundList,
  from: `from (
      select r.order_id, (array_agg(r.id order by r.created_at))[1] as id, min(r.created_at) as since, sum(r.amount)::bigint as amount
      from refunds r where r.destination in ('till', 'transfer') and r.state = 'due' and r.amount > 0 group by r.order_id) d
    join orders o on o.id = d.order_id left join carts c on c.id = o.cart_id left join advisors a on a.hash = c.advisor_hash
    left join stores p on p.store_code = a.store_code left join refund_transfers t on t.order_id = o.id and t.paid_at is null`,
  key: { sql: 'd.id', type: 'uuid' },
  columns: {
    orderNumber: 'o.number',
    since: 'd.since',
    name: `concat_ws(' ', o.contact ->> 'firstName', o.contact ->> 'lastName')`,
    phone: `coalesce(o.contact ->> 'phone', '')`,
    storeName: 'p.name',
    amount: 'd.amount',
    transfer: `t.bank || ' ' || t.account_mask`,
  },
  filters: { since: 'd.since', amount: 'd.amount', hasTransfer: 't.id is not null' },
  search: (words) => (p) => `o.number in (select orders_ending(${p(readNumberPart(words)?.digits ?? null)}::text))`,
  stores: storesOfRefund,
  always: (staff) => {
    if (!seesAmounts([...staff.permissions])) return () => 'false';
    const own = ownOrdersOf(staff);
    return own === null ? undefined : (p) => `o.assignee_id = ${p(own)}::uuid`;
  },
};

/**
 * Returns whether a person may handle an order's due refunds. To pay at a till they need one of the stores that may pay (`some`).
 * To see the buyer's account they need all of them (`every`).
 */
async function seesRefund(tx: Tx, id: string, staff: StaffCaller, need: 'some' | 'every'): Promise<boolean> {
  const due = await findDueRefund(tx, id);
  return due !== undefined && mayTouch(staff, need, due.stores);
}

const atTill = (tillId: string, staff: StaffCaller): AtTill => ({ tillId, maySee: (code) => maySeeStore(staff, code) });

const stateOf = ({ shipmentNumber, status, shipment, expiresAt }: TillOrder, now: Date): AnsweredOrder['state'] => {
  if (shipmentNumber !== null) {
    if (shipment === 'at_store') return 'payable';
    if (shipment === 'delivered') return 'delivered';
    return shipment === 'canceled' || shipment === 'undelivered' ? 'canceled' : 'notReady';
  }
  if (status === 'canceled') return 'canceled';
  if (status !== 'pending_payment') return 'paid';
  return expiresAt !== null && expiresAt <= now ? 'expired' : 'payable';
};

const toFound = (order: TillOrder, now: Date): AnsweredOrder => ({
  orderNumber: order.orderNumber,
  kind: order.shipmentNumber === null ? 'storePayment' : 'pickup',
  shipmentId: order.shipmentNumber === null ? null : `${order.orderNumber}-${order.shipmentNumber}`,
  state: stateOf(order, now),
  name: order.name,
  phone: order.phone,
  due: toQuetzales(order.due),
  placedAt: order.placedAt.toISOString(),
  expiresAt: order.expiresAt?.toISOString() ?? null,
  lines: order.lines.map((line) => ({ ...line, worth: toQuetzales(line.worth) })),
  receipt: order.receipt === '' ? null : order.receipt,
});

/** Calls that list, read and create tills. */
const tillRoutes = ({ db }: TillsRoutesDeps): Route[] => [
  ...listRoutes({
    db,
    source: tillSource,
    page: listTills,
    csv: exportTills,
    more: { id: 't.id', storeCode: 't.store_code', isGeneral: 't.is_general' },
    toRow: ({ id, name, storeCode, storeName, state, isGeneral, openedAt, openedBy }) => ({
      ...{ id, name, storeCode, storeName, state, isGeneral },
      openedAt,
      openedBy: openedAt instanceof Date ? openedBy : null,
    }),
  }),
  route(getTill, async ({ params: { id } }, { staff }) => {
    const till = await findTill(db.write, id);
    if (till === undefined || !maySeeStore(staff, till.storeCode)) return refuse({ code: 'NOT_FOUND' });
    return ok(await tillDetail(db.write, till, staff));
  }),
  changeRoute(createTill, db, async ({ tx, body: { storeCode, name }, staff }) => {
    if (!maySeeStore(staff, storeCode) || !(await isStore(tx, storeCode))) return refuse({ code: 'STORE_NOT_FOUND' });
    const id = await insertTill(tx, storeCode, name);
    if (id === undefined) return refuse({ code: 'IN_USE', message: 'La tienda ya tiene una caja con ese nombre.' });
    const change = { entity: 'tills', entityId: id, after: { storeCode, name } };
    return ok({ answer: { ...(await rereadTill(tx, id, staff)), status: 201 }, change });
  }),
  changeRoute(renameTill, db, async ({ tx, params: { id }, body: { name }, staff }) => {
    const till = await lockTill(tx, id);
    if (till === undefined || !maySeeStore(staff, till.storeCode)) return refuse({ code: 'NOT_FOUND' });
    const renamed = till.name === name || (await setTillName(tx, id, name));
    if (!renamed) return refuse({ code: 'IN_USE', message: 'La tienda ya tiene una caja con ese nombre.' });
    const change = { entity: 'tills', entityId: id, before: { name: till.name }, after: { name } };
    return ok({ answer: await rereadTill(tx, id, staff), change: till.name === name ? null : change });
  }),
];

/** Calls that move the money of a till. */
const moneyRoutes = ({ db }: TillsRoutesDeps): Route[] => [
  route(findTillOrders, async ({ params: { id }, query: { q } }, { staff, now }) => {
    const till = await findTill(db.write, id);
    if (till === undefined || !maySeeStore(staff, till.storeCode)) return refuse({ code: 'NOT_FOUND' });
    const search = readTillSearch(q);
    const orders = search === undefined ? [] : await findOrders(db.write, search, till.storeCode);
    return ok({ status: 200, data: orders.map((order) => toFound(order, now)) });
  }),
  changeRoute(payAtTill, db, async ({ db: within, params: { id }, body, staff, author }) => {
    const { orderNumber, kind, amount, receipt: typed } = body;
    const taken = { orderNumber, kind, received: amount, receipt: typed };
    const paid = await pay(within, atTill(id, staff), taken, author);
    if (!paid.ok) return paid;
    const { amount: due, received, change: back, ...answered } = paid.value;
    const after = { tillId: id, kind, amount: toQuetzales(due), receipt: answered.receipt };
    const change = { entity: 'orders', entityId: orderNumber, after };
    const data = { ...answered, amount: toQuetzales(due), received: toQuetzales(received), change: toQuetzales(back) };
    return ok({ answer: { status: 201, data }, change });
  }),
  noteShortage(
    db,
    changeRoute(unpayAtTill, db, async ({ tx, db: within, params: { id }, body, staff, author }) => {
      const { orderNumber, reason } = body;
      const unpaid = await unpay(within, atTill(id, staff), orderNumber, author);
      if (!unpaid.ok) return unpaid;
      const change = { entity: 'orders', entityId: orderNumber, after: { tillId: id }, reason };
      return ok({ answer: await rereadTill(tx, id, staff), change });
    }),
  ),
  changeRoute(moveTillCash, db, async ({ tx, params: { id }, body: { kind, amount, reason }, staff, author }) => {
    const locked = await lockOpenTill(tx, atTill(id, staff));
    if (!locked.ok) return locked;
    const { session } = locked.value;
    if (kind !== 'in' && amount > maxTaken((await findExpected(tx, session.id)).cash)) {
      const fields = { amount: 'En esta caja no puede haber tanto. Revisa el monto.' };
      return refuse({ code: 'VALIDATION_ERROR', metadata: { fields } });
    }
    const movement = { kind, amount: signedAmount(kind, amount), actor: author.actor, reason };
    // The withdrawn cash was in the drawer. Refusing larger amounts would reveal how much is in the till (CASH-05).
    await insertTillMovement(tx, session.id, movement, author.now);
    if (kind === 'in' && session.shortById !== null && session.shortById !== staff.id) await setTillShort(tx, id, null);
    const change = { entity: 'tills', entityId: id, after: { kind, amount: toQuetzales(amount) }, reason };
    return ok({ answer: { ...(await rereadTill(tx, id, staff)), status: 201 }, change });
  }),
];

/** Calls of the page "Reembolsos por pagar" (CASH-10). */
const refundRoutes = ({ db, publicUrl, sealedSecrets }: TillsRoutesDeps): Route[] => {
  const depsOf = ({ policy }: RequestContext): PayRefundDeps => ({ sealedSecrets, shop: { publicUrl, policy } });
  const asked = (refundId: string, typed: Omit<RefundToPay, 'refundId'>): RefundToPay => {
    const { reference, amount, means, cashReason } = typed;
    return { refundId, reference, amount, means, cashReason };
  };
  return [
    ...listRoutes({
      db,
      source: cashRefundSource,
      page: listCashRefunds,
      csv: exportCashRefunds,
      more: {
        id: 'd.id',
        accountSavedAt: 't.asked_at',
        voucher: voucherOf,
        payAt: `(select json_agg(json_build_object('storeCode', v.store_code, 'name', v.name) order by v.name collate spanish, v.store_code)
          from stores v where v.store_code = any (${storesOfRefund}::text[]))`,
      },
      toRow: ({
        id,
        orderNumber,
        since,
        name,
        phone,
        storeName,
        payAt,
        amount,
        transfer: to,
        accountSavedAt,
        voucher,
      }) => ({
        ...{ id, since, name, phone, storeName, payAt, transfer: to, accountSavedAt, voucher },
        orderNumber: String(orderNumber),
        amount: toQuetzales(centavos(Number(amount))),
      }),
    }),
    noteShortage(
      db,
      changeRoute(payRefundAtTill, db, async ({ tx, db: within, params: { id }, body, staff, author, context }) => {
        if (!(await seesRefund(tx, id, staff, 'some'))) return refuse({ code: 'NOT_FOUND' });
        const { tillId: named, ...typed } = body;
        const at = {
          ...(named !== undefined && { tillId: named }),
          maySee: (code: string) => maySeeStore(staff, code),
        };
        const paid = await payRefund(within, depsOf(context), at, asked(id, typed), author);
        if (!paid.ok) return paid;
        const { orderNumber, amount, reference, tillId } = paid.value;
        const after = { tillId, amount: toQuetzales(amount), reference, means: body.means };
        const change = { entity: 'orders', entityId: orderNumber, after, reason: body.cashReason };
        return ok({ answer: { status: 200, data: { orderNumber, amount: toQuetzales(amount), reference } }, change });
      }),
    ),
    changeRoute(setRefundTransfer, db, async ({ tx, params: { id }, body, staff, author, context }) => {
      if (!(await seesRefund(tx, id, staff, 'every'))) return refuse({ code: 'NOT_FOUND' });
      const saved = await saveTransferAccount(tx, depsOf(context), { refundId: id, account: body }, author.now);
      if (saved === undefined) return refuse({ code: 'NOT_FOUND' });
      const { orderNumber, transfer: shown } = saved;
      const change = { entity: 'orders', entityId: orderNumber, after: { transfer: shown } };
      return ok({ answer: { status: 200, data: { transfer: shown } }, change });
    }),
    changeRoute(
      openRefundTransfer,
      db,
      async ({ tx, params: { id }, staff, context }) => {
        if (!(await seesRefund(tx, id, staff, 'every'))) return refuse({ code: 'NOT_FOUND' });
        const found = await openAccount(tx, depsOf(context), id);
        if (found === undefined) return refuse({ code: 'NOT_FOUND' });
        const { orderNumber, amount, accountSavedAt, ...account } = found;
        const change = { entity: 'orders', entityId: orderNumber };
        const data = { ...account, accountSavedAt: accountSavedAt.toISOString(), amount: toQuetzales(amount) };
        return ok({ answer: { status: 200, data }, change });
      },
      { storesAnswer: false },
    ),
    changeRoute(payRefundByTransfer, db, async ({ tx, db: within, params: { id }, body, staff, author, context }) => {
      if (!(await seesRefund(tx, id, staff, 'every'))) return refuse({ code: 'NOT_FOUND' });
      const accountSavedAt = body.accountSavedAt === undefined ? undefined : new Date(body.accountSavedAt);
      const paid = await transfer(within, depsOf(context), { ...asked(id, body), accountSavedAt }, author);
      if (!paid.ok) return paid;
      const { orderNumber, amount, reference, transfer: shown } = paid.value;
      const after = { transfer: shown, amount: toQuetzales(amount), reference };
      const change = { entity: 'orders', entityId: orderNumber, after };
      return ok({ answer: { status: 200, data: { orderNumber, amount: toQuetzales(amount), reference } }, change });
    }),
  ];
};

export const tillsRoutes = (deps: TillsRoutesDeps): Route[] => [
  ...tillRoutes(deps),
  ...countTillRoutes(deps.db),
  ...moneyRoutes(deps),
  ...refundRoutes(deps),
];
