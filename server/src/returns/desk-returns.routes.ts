import { returnList } from '@ceiba/contract/desk/lists/returns';
import {
  approveReturn,
  cancelDeskReturn,
  createReturn,
  decideReturnUnits,
  exportReturns,
  getDeskReturn,
  getReturnPicture,
  listDeskReturns,
  receiveReturn,
  rejectReturn,
  sendReturnBack,
} from '@ceiba/contract/desk/returns';
import { toQuetzales, zero } from '@ceiba/domain/money/money';
import { readNumberPart } from '@ceiba/domain/orders/order';
import { ok, refuse } from '@ceiba/domain/result';
import { returnStepPermissions, returnSteps } from '@ceiba/domain/returns/return-state';
import { isReturnNumber, returnNumberOf, returnNumberText } from '@ceiba/domain/returns/return-window';
import { seesAmounts } from '@ceiba/domain/staff/permissions';
import { type FileStore, FilesAway } from '../media/file-store.ts';
import { hinted } from '../platform/audit/record-change.ts';
import { versionConflict } from '../platform/audit/version-conflict.ts';
import type { Database, Tx } from '../platform/db/database.ts';
import { maySeeStore, storesSeenBy } from '../platform/http/places.ts';
import { type RequestContext, type Route, route, type StaffCaller } from '../platform/http/route.ts';
import { changeRoute } from '../platform/http/staff-route.ts';
import { listRoutes } from '../platform/lists/list-routes.ts';
import type { ListSource } from '../platform/lists/list-source.ts';
import { amountOfRefund } from '../refunds/refund-figures.ts';
import { answerAtDesk, decideAtDesk, openAtDesk, receiveAtDesk, sendBackAtDesk } from './answer-return.ts';
import {
  buyerName,
  type DeskReturn,
  findDeskReturn,
  findPicture,
  isOrderOf,
  placeOfReturn,
  returnState,
} from './desk-returns.store.ts';

export interface DeskReturnsDeps {
  db: Database;
  files: FileStore;
  publicUrl: string;
}

/** The list of returns at the desk. */
export const returnSource: ListSource<typeof returnList> = {
  list: returnList,
  from: `from returns r left join orders o on o.id = r.order_id
    left join order_lines l on l.order_id = r.order_id and l.position = r.position`,
  key: { sql: 'r.number', type: 'bigint' },
  columns: {
    number: `'D-' || r.number`,
    requestedAt: 'r.requested_at',
    orderNumber: 'o.number::text',
    name: buyerName,
    title: 'l.title',
    quantity: 'r.quantity',
    reason: 'r.reason',
    state: returnState,
    sku: 'l.sku',
  },
  filters: {
    state: returnState,
    reason: 'r.reason',
    requested: 'r.requested_at',
    open: `${returnState} in ('requested', 'approved', 'received', 'toSendBack')`,
  },
  search: (words) => (p) => {
    const number = words.toUpperCase();
    return `(r.order_id in (select id from orders where number in (select orders_ending(${p(readNumberPart(words)?.digits ?? null)}::text)))
      or r.number = ${p(isReturnNumber(number) ? returnNumberOf(number) : null)}::integer)`;
  },
  store: placeOfReturn,
};

const paymentTexts: Record<string, string> = {
  Cash: 'Efectivo, en una caja',
  StorePayment: 'Pagado en tienda, en su caja',
  GiftCard: 'Tarjetas de regalo',
};

const paidBy = ({ type, masked }: DeskReturn['payment']): string =>
  paymentTexts[type] ?? (masked === null ? 'Como se pagó' : `Tarjeta •••• ${masked.slice(-4)}`);

const fateTexts = {
  restock: 'Reingresa',
  scrap: 'Se desecha',
  toSupplier: 'Va al proveedor',
  reject: 'Se rechaza',
} as const;

function historyOf(found: DeskReturn): { text: string; at: string; by: string }[] {
  const { askedBy, requestedAt, approvedAt, rejectedAt, canceledAt, receivedAt, answeredBy, name, outcomes } = found;
  const { sentBackAt, sentBackHow, sentBackBy, isKept } = found;
  const sentBack = isKept ? 'Se queda en la tienda, no la quiso de regreso' : 'Regresada al cliente';
  const event = (text: string, at: Date | null, by: string) =>
    at === null ? [] : [{ text, at: at.toISOString(), by }];
  return [
    ...event(
      askedBy === null ? 'Solicitada en la tienda en línea' : 'Solicitada por teléfono',
      requestedAt,
      askedBy ?? name,
    ),
    ...event('Aprobada', approvedAt, answeredBy),
    ...event('Rechazada', rejectedAt, answeredBy),
    ...event('Cancelada', canceledAt, answeredBy),
    ...event('Recibida', receivedAt, ''),
    ...outcomes.flatMap(({ fate, quantity, storeCode, decidedAt, by }) => {
      const units = `${fateTexts[fate]}: ${quantity} ${quantity === 1 ? 'unidad' : 'unidades'}`;
      return event(storeCode === null ? units : `${units} (${storeCode})`, new Date(decidedAt), by);
    }),
    ...event([sentBack, sentBackHow].filter((text) => text !== null).join(': '), sentBackAt, sentBackBy),
  ].reverse();
}

/** Returns a return in the form of the response. */
function toAnswered(found: DeskReturn, { permissions }: StaffCaller) {
  const {
    id: _,
    email: __,
    decided: ___,
    rejectedAt: ____,
    canceledAt: _____,
    sentBackAt: ______,
    sentBackHow: _______,
    sentBackBy: ________,
    isKept: _________,
    toDecide: __________,
    askedBy,
    answeredBy,
    payment,
    ...shown
  } = found;
  const showsAmounts = seesAmounts([...permissions]);
  const allowed = returnSteps[found.state].filter((step) => permissions.has(returnStepPermissions[step]));
  const data = {
    ...shown,
    number: returnNumberText(found.number),
    requestedAt: found.requestedAt.toISOString(),
    approvedAt: found.approvedAt?.toISOString() ?? null,
    receivedAt: found.receivedAt?.toISOString() ?? null,
    paidBy: showsAmounts ? paidBy(payment) : null,
    worths: showsAmounts ? found.worths.map(toQuetzales) : null,
    shortfalls: showsAmounts ? found.shortfalls.map(toQuetzales) : null,
    outcomes: found.outcomes.map((each) => ({ ...each, decidedAt: new Date(each.decidedAt).toISOString() })),
    refunded: showsAmounts ? toQuetzales(found.refunded) : null,
    history: historyOf(found),
    actions: [...allowed],
  };
  return { status: 200, data };
}

async function anew(tx: Tx, number: number, staff: StaffCaller) {
  const found = await findDeskReturn(tx, number);
  if (found === undefined) throw new Error(`return ${number} vanished`);
  return toAnswered(found, staff);
}

export const deskReturnsRoutes = ({ db, files, publicUrl }: DeskReturnsDeps): Route[] => {
  const shopOf = ({ policy }: RequestContext) => ({ publicUrl, policy });
  const stale = async (tx: Tx, number: number, staff: StaffCaller) => {
    const current = (await anew(tx, number, staff)).data;
    // The audit does not record the buyer's own steps.
    const [last] = current.history;
    const known = last && { by: last.by, at: new Date(last.at) };
    const entity = { entity: 'returns', entityId: current.number };
    return refuse(await versionConflict(tx, { ...entity, current, conflicts: ['state'], known }));
  };
  const answering = (
    spec: typeof approveReturn | typeof rejectReturn | typeof cancelDeskReturn,
    step: 'approve' | 'reject' | 'cancel',
  ): Route =>
    changeRoute(spec, db, async ({ tx, params, body, staff, author, context }) => {
      const number = returnNumberOf(params.number);
      const text = ('instructions' in body ? body.instructions : 'reason' in body ? body.reason : null) ?? null;
      const done = await answerAtDesk(
        tx,
        { number, version: body.version, staff, step, text },
        author,
        shopOf(context),
      );
      if (!done.ok) return done.error.code === 'VERSION_CONFLICT' ? stale(tx, number, staff) : refuse(done.error);
      const answer = await anew(tx, number, staff);
      // The instructions for the buyer may contain their address, so the audit stores only a hint. A reason is stored as typed
      // (record 0073).
      const hint = step === 'approve' ? { instructions: hinted(text) } : {};
      const states = { before: { state: done.value.state }, after: { state: answer.data.state, ...hint } };
      const reason = step === 'approve' ? null : text;
      return ok({ answer, change: { entity: 'returns', entityId: params.number, ...states, reason } });
    });
  return [
    ...listRoutes({
      db,
      source: returnSource,
      page: listDeskReturns,
      csv: exportReturns,
    }),
    route(getDeskReturn, async ({ params }, { staff }) => {
      const found = await findDeskReturn(db.write, returnNumberOf(params.number));
      const isTheirs = found !== undefined && maySeeStore(staff, found.storeCode);
      return isTheirs ? ok(toAnswered(found, staff)) : refuse({ code: 'NOT_FOUND' });
    }),
    route(getReturnPicture, async ({ params }, { staff }) => {
      const picture = await findPicture(db.read, returnNumberOf(params.number), Number(params.image));
      if (picture === undefined || !maySeeStore(staff, picture.place)) return refuse({ code: 'NOT_FOUND' });
      try {
        const bytes = await files.read(picture.path);
        return bytes === undefined ? refuse({ code: 'NOT_FOUND' }) : ok(bytes);
      } catch (error) {
        if (error instanceof FilesAway) return refuse({ code: 'UPSTREAM_UNAVAILABLE' });
        throw error;
      }
    }),
    changeRoute(createReturn, db, async ({ tx, body, staff, author, context }) => {
      // An order that only other stores hand out is refused as if it did not exist, before any other check.
      const stores = storesSeenBy(staff);
      if (stores !== null && !(await isOrderOf(tx, body.orderNumber, stores)))
        return refuse({ code: 'ORDER_NOT_FOUND' });
      const opened = await openAtDesk(tx, body, author, shopOf(context));
      if (!opened.ok) return opened;
      const answer = await anew(tx, opened.value, staff);
      // A return of another store is refused as if its order did not exist.
      if (!maySeeStore(staff, answer.data.storeCode)) return refuse({ code: 'ORDER_NOT_FOUND' });
      const { orderNumber, sku, quantity, reason } = body;
      const change = {
        entity: 'returns',
        entityId: returnNumberText(opened.value),
        after: { orderNumber, sku, quantity, reason },
      };
      return ok({ answer: { ...answer, status: 201 }, change });
    }),
    answering(approveReturn, 'approve'),
    answering(rejectReturn, 'reject'),
    answering(cancelDeskReturn, 'cancel'),
    changeRoute(receiveReturn, db, async ({ tx, params, body: { version }, staff, author, context }) => {
      const number = returnNumberOf(params.number);
      const done = await receiveAtDesk(tx, { number, version, staff }, author, shopOf(context));
      if (!done.ok) return done.error.code === 'VERSION_CONFLICT' ? stale(tx, number, staff) : refuse(done.error);
      const answer = await anew(tx, number, staff);
      const states = { before: { state: done.value.state }, after: { state: answer.data.state } };
      const change = { entity: 'returns', entityId: params.number, ...states };
      return ok({ answer, change });
    }),
    changeRoute(decideReturnUnits, db, async ({ tx, params, body, staff, author, context }) => {
      const number = returnNumberOf(params.number);
      const fields = wrongUnit(body.units);
      if (fields !== undefined) return refuse({ code: 'VALIDATION_ERROR', metadata: { fields } });
      const units = body.units.map(({ storeCode = null, reason = null, ...unit }) => ({ ...unit, storeCode, reason }));
      const asked = { number, version: body.version, staff, units, refundTo: body.refundTo };
      const done = await decideAtDesk(tx, asked, author, shopOf(context));
      if (!done.ok) return done.error.code === 'VERSION_CONFLICT' ? stale(tx, number, staff) : refuse(done.error);
      const { refund } = done.value;
      const refunded = refund === null ? zero : amountOfRefund(refund);
      const after = { units, refundTo: body.refundTo, refunded: toQuetzales(refunded) };
      const change = { entity: 'returns', entityId: params.number, after };
      return ok({ answer: await anew(tx, number, staff), change });
    }),
    changeRoute(sendReturnBack, db, async ({ tx, params, body: { version, how, isKept }, staff, author, context }) => {
      const number = returnNumberOf(params.number);
      const done = await sendBackAtDesk(tx, { number, version, staff, how, isKept }, author, shopOf(context));
      if (!done.ok) return done.error.code === 'VERSION_CONFLICT' ? stale(tx, number, staff) : refuse(done.error);
      const answer = await anew(tx, number, staff);
      // The way back may contain an address, so the audit stores only a hint (record 0073).
      const states = {
        before: { state: done.value.state },
        after: { state: answer.data.state, [isKept ? 'kept' : 'how']: hinted(how) },
      };
      return ok({ answer, change: { entity: 'returns', entityId: params.number, ...states } });
    }),
  ];
};

/**
 * Returns the fault of a unit. Restocked units need a place. Scrapped units and units for the supplier may have one. A rejected
 * unit has no place, but a reason for its buyer.
 */
function wrongUnit(
  units: readonly { fate: string; storeCode?: string | undefined; reason?: string | undefined }[],
): Record<string, string> | undefined {
  for (const [index, { fate, storeCode, reason }] of units.entries()) {
    if (fate === 'restock' && storeCode === undefined)
      return { [`units.${index}.storeCode`]: 'Elige el lugar donde reingresa.' };
    if (fate === 'reject' && storeCode !== undefined)
      return { [`units.${index}.storeCode`]: 'Lo que se rechaza no entra a ningún lugar.' };
    if (fate === 'reject' && reason === undefined)
      return { [`units.${index}.reason`]: 'Escribe por qué no se acepta.' };
  }
  return undefined;
}
