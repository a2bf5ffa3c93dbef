import { randomUUID } from 'node:crypto';
import {
  correctCustomerEmail,
  type DeskCustomer,
  endCustomerSessions,
  exportCustomers,
  getDeskCustomer,
  giveCustomerBack,
  listCustomers,
  openCustomerDpi,
  resendCustomerConfirmation,
  setCustomerEmployee,
  unlockCustomer,
} from '@ceiba/contract/desk/accounts';
import { ownEmailTexts } from '@ceiba/domain/customers/email';
import { centavos, toQuetzales } from '@ceiba/domain/money/money';
import { orderStatusLabels } from '@ceiba/domain/orders/order';
import { ok, type Result, refuse } from '@ceiba/domain/result';
import { emailChangedMail } from '../auth/account-mails.ts';
import { takeAccountTurn } from '../auth/accounts.store.ts';
import { requestConfirmation } from '../auth/change-email.ts';
import { giveAccountBack, setEmployee, signOutEverywhere } from '../customers/staff.store.ts';
import { writeMail } from '../notifications/write-mail.ts';
import { hinted, masked } from '../platform/audit/record-change.ts';
import { versionConflict } from '../platform/audit/version-conflict.ts';
import type { Database, Tx } from '../platform/db/database.ts';
import { mayTouch } from '../platform/http/places.ts';
import { type Refusal, type Route, route, type StaffCaller } from '../platform/http/route.ts';
import { changeRoute } from '../platform/http/staff-route.ts';
import { listRoutes } from '../platform/lists/list-routes.ts';
import {
  customerSource,
  type DeskCustomerRow,
  findDeskCustomer,
  forgetFailures,
  lockCustomer,
  writeEmail,
} from './accounts.desk.store.ts';

interface DeskCustomerDeps {
  db: Database;
  config: { publicUrl: string };
}

const moment = (text: string): string => new Date(text).toISOString();

const happenedTexts = { return: 'Devolución', mail: 'Correo', note: 'Nota', complaint: 'Queja' } as const;

/** Includes notes only for people who may see the orders. */
function timelineOf(
  { recent, happened }: DeskCustomerRow,
  { permissions }: Pick<StaffCaller, 'permissions'>,
): DeskCustomer['timeline'] {
  const entries: DeskCustomer['timeline'] = [
    ...recent.map(({ number, placed_at, status }) => ({
      at: moment(placed_at),
      kind: 'order' as const,
      text: `Orden ${number}, ${orderStatusLabels[status]}`,
      href: `/ordenes/${number}`,
    })),
    ...happened
      .filter(({ kind }) => kind !== 'note' || permissions.has('orders.read'))
      .map(({ at, kind, text, number }) => ({
        at: moment(at),
        kind,
        text: `${happenedTexts[kind]}: ${text}`,
        href: number === null ? null : `/ordenes/${number}`,
      })),
  ];
  return entries.sort((one, other) => (one.at < other.at ? 1 : -1));
}

/** Returns the actions that this person may take on the customer now. */
const actionsOf = (row: DeskCustomerRow, { permissions }: Pick<StaffCaller, 'permissions'>): string[] =>
  !permissions.has('customers.edit')
    ? []
    : [
        ...(row.failed > 0 ? ['unlock'] : []),
        'signOut',
        ...(row.isConfirmed ? [] : ['confirmation']),
        'email',
        'giveBack',
        ...(permissions.has('staff.edit') ? [row.isOnStaffList ? 'notEmployee' : 'employee'] : []),
        ...(row.dpi === null ? [] : ['dpi']),
      ];

const toCustomer = (row: DeskCustomerRow, staff: Pick<StaffCaller, 'permissions'>): DeskCustomer => ({
  id: row.id,
  name: `${row.firstName} ${row.lastName}`,
  email: row.email,
  phone: row.phone ?? '',
  createdAt: row.createdAt.toISOString(),
  isConfirmed: row.isConfirmed,
  isEmployee: row.isEmployee,
  isOnStaffList: row.isOnStaffList,
  orders: row.orders,
  firstName: row.firstName,
  lastName: row.lastName,
  gender: row.gender,
  dateOfBirth: row.dateOfBirth,
  nit: row.nit,
  dpi: row.dpi === null ? null : masked(row.dpi),
  billingName: row.billingName,
  billingAddress: row.billingAddress,
  failedSignIns: row.failed,
  addresses: row.addresses.map(({ is_default: isDefault, created_at: _, ...address }) => ({ ...address, isDefault })),
  cards: row.cards.map((card) => ({
    masked: card.masked,
    expiryMonth: card.expiry_month,
    expiryYear: card.expiry_year,
    savedAt: moment(card.saved_at),
  })),
  points: row.points.map(({ program, amount, points, status, number }) => ({
    ...{ program, points, status },
    amount: toQuetzales(centavos(amount)),
    orderNumber: number === null ? null : String(number),
  })),
  hasLoyalty: row.hasLoyalty,
  wishlistProducts: row.wishes,
  sessions: row.sessions.map(({ created_at, expires_at }) => ({
    createdAt: moment(created_at),
    expiresAt: moment(expires_at),
  })),
  passkeys: row.passkeys,
  recentOrders: row.recent.map(({ number, placed_at, status, total }) => ({
    number: String(number),
    placedAt: moment(placed_at),
    status,
    total: toQuetzales(centavos(total)),
  })),
  timeline: timelineOf(row, staff),
  version: row.version,
  actions: actionsOf(row, staff),
});

/** Customers belong to no store, so a person limited to stores sees no customers. */
const ofNoStore = [null];

async function seen(
  tx: Tx,
  id: string,
  { staff, now }: { staff: StaffCaller; now: Date },
): Promise<DeskCustomer | undefined> {
  const row = mayTouch(staff, 'every', ofNoStore) ? await findDeskCustomer(tx, id, now) : undefined;
  return row && toCustomer(row, staff);
}

async function answerOf(tx: Tx, id: string, context: { staff: StaffCaller; now: Date }) {
  const data = await seen(tx, id, context);
  if (data === undefined) throw new Error('a customer who was changed is not there');
  return { status: 200, data };
}

type Locked = NonNullable<Awaited<ReturnType<typeof lockCustomer>>>;

/** Locks and returns the customer. Refuses if this person may not see the customer, or has seen an older version (OFF-21). */
async function locked(
  tx: Tx,
  id: string,
  context: { staff: StaffCaller; now: Date },
  version?: number,
): Promise<Result<Locked, Refusal<'NOT_FOUND' | 'VERSION_CONFLICT'>>> {
  await takeAccountTurn(tx, id);
  const customer = mayTouch(context.staff, 'every', ofNoStore) ? await lockCustomer(tx, id) : undefined;
  if (customer === undefined) return refuse({ code: 'NOT_FOUND' });
  if (version === undefined || customer.version === version) return ok(customer);
  const current = await seen(tx, id, context);
  return refuse(await versionConflict(tx, { entity: 'customers', entityId: id, current, conflicts: ['email'] }));
}

const unseen = { code: 'NOT_FOUND' } as const;

/** The desk's calls about customers (WORK-03), with the use cases of `ceiba customer`. Nobody sees or sets a password. */
export const deskCustomerRoutes = ({ db, config }: DeskCustomerDeps): Route[] => [
  ...listRoutes({
    db,
    source: customerSource,
    page: listCustomers,
    csv: exportCustomers,
    more: { id: 'c.id' },
  }),
  route(getDeskCustomer, async ({ params: { id } }, context) => {
    const data = await seen(db.write, id, context);
    return data === undefined ? refuse(unseen) : ok({ status: 200, data });
  }),
  changeRoute(
    openCustomerDpi,
    db,
    async ({ tx, params: { id }, body: { reason }, context }) => {
      const found = await locked(tx, id, context);
      if (!found.ok) return refuse(unseen);
      const { dpi } = found.value;
      const after = { dpi: dpi === null ? null : masked(dpi) };
      const change = { entity: 'customers', entityId: id, after, reason };
      return ok({ answer: { status: 200, data: { dpi } }, change });
    },
    { storesAnswer: false },
  ),
  changeRoute(unlockCustomer, db, async ({ tx, params: { id }, body: { reason }, context }) => {
    const found = await locked(tx, id, context);
    if (!found.ok) return refuse(unseen);
    await forgetFailures(tx, found.value.email);
    const change = { entity: 'customers', entityId: id, reason };
    return ok({ answer: await answerOf(tx, id, context), change });
  }),
  changeRoute(endCustomerSessions, db, async ({ tx, params: { id }, body: { reason }, context }) => {
    const found = await locked(tx, id, context);
    if (!found.ok) return refuse(unseen);
    const sessions = await signOutEverywhere(tx, id);
    const change = { entity: 'customers', entityId: id, after: { ended: sessions }, reason };
    return ok({ answer: await answerOf(tx, id, context), change });
  }),
  changeRoute(setCustomerEmployee, db, async ({ tx, params: { id }, body: { isEmployee, reason }, context }) => {
    const found = await locked(tx, id, context);
    if (!found.ok) return refuse(unseen);
    const isChanged = await setEmployee(tx, found.value.email, isEmployee, context.now);
    const change = {
      entity: 'customers',
      entityId: id,
      before: { isEmployee: !isEmployee },
      after: { isEmployee },
      reason,
    };
    return ok({ answer: await answerOf(tx, id, context), change: isChanged ? change : null });
  }),
  changeRoute(resendCustomerConfirmation, db, async ({ tx, db: within, params: { id }, context }) => {
    const found = await locked(tx, id, context);
    if (!found.ok) return refuse(unseen);
    const shop = { publicUrl: config.publicUrl, policy: context.policy };
    const sent = await requestConfirmation({ db: within }, { customerId: id, now: context.now, shop });
    if (!sent.ok) return refuse(sent.error.code === 'RATE_LIMITED' ? { ...sent.error, code: 'RATE_LIMITED' } : unseen);
    const change = { entity: 'customers', entityId: id };
    return ok({ answer: await answerOf(tx, id, context), change });
  }),
  changeRoute(correctCustomerEmail, db, async ({ tx, db: within, params: { id }, body, context }) => {
    const found = await locked(tx, id, context, body.version);
    if (!found.ok) return found;
    const { email: former } = found.value;
    if (body.email === former)
      return refuse({ code: 'VALIDATION_ERROR', metadata: { fields: { email: ownEmailTexts.same } } });
    // All sessions and links of the former address end.
    await signOutEverywhere(tx, id);
    if (!(await writeEmail(within, id, body.email))) return refuse({ code: 'EMAIL_TAKEN' });
    const shop = { publicUrl: config.publicUrl, policy: context.policy };
    await writeMail(tx, `email-changed:${id}:${randomUUID()}`, emailChangedMail({ email: former }, shop), context.now);
    const sent = await requestConfirmation({ db: within }, { customerId: id, now: context.now, shop });
    if (!sent.ok) return refuse(sent.error.code === 'RATE_LIMITED' ? { ...sent.error, code: 'RATE_LIMITED' } : unseen);
    const emails = { before: { email: hinted(former) }, after: { email: hinted(body.email) } };
    const change = { entity: 'customers', entityId: id, ...emails, reason: body.reason };
    return ok({ answer: await answerOf(tx, id, context), change });
  }),
  changeRoute(giveCustomerBack, db, async ({ tx, params: { id }, body, context }) => {
    const found = await locked(tx, id, context, body.version);
    if (!found.ok) return found;
    const wanted = body.email;
    const { email: present } = found.value;
    const given = await giveAccountBack(tx, { present, wanted }, context.now);
    if ('refusal' in given) return refuse({ code: given.refusal === 'EMAIL_TAKEN' ? 'EMAIL_TAKEN' : 'NOT_FOUND' });
    // The former address gets a mail, because its owner may be the victim.
    const shop = { publicUrl: config.publicUrl, policy: context.policy };
    await writeMail(tx, `email-changed:${id}:${randomUUID()}`, emailChangedMail({ email: present }, shop), context.now);
    const states = { before: { email: hinted(present) }, after: { email: hinted(wanted), ended: given.ended } };
    const change = { entity: 'customers', entityId: id, ...states, reason: body.reason };
    return ok({ answer: await answerOf(tx, id, context), change });
  }),
];
