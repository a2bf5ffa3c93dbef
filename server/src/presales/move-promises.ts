import { jobActor } from '@ceiba/domain/actors/actor';
import { type CivilDate, civilDate, guatemalaDate } from '@ceiba/domain/dates/civil-date';
import { dayOfDelivery, shipmentDate } from '@ceiba/domain/delivery/delivery-date';
import { movedPromise } from '@ceiba/domain/delivery/moved-promise';
import { pickupDayFrom, pickupTime, withPresaleDate } from '@ceiba/domain/delivery/pickup-date';
import { homeRegionId } from '@ceiba/domain/delivery/regions';
import type { StoreTimes } from '@ceiba/domain/delivery/store-hours';
import type { ShopPolicy } from '@ceiba/domain/policies/shop-policy';
import { dateOf, homeDates, type Moment } from '../delivery/delivery-times.ts';
import { inBatches } from '../jobs/batches.ts';
import { cronPayload, type Task, task } from '../jobs/worker.ts';
import { presaleMovedMail } from '../notifications/presale-mail.ts';
import { writeMails } from '../notifications/write-mail.ts';
import { writeOrderFields } from '../orders/desk/desk-order.store.ts';
import { type NamedChange, recordChanges } from '../platform/audit/record-change.ts';
import type { Database, Tx } from '../platform/db/database.ts';
import type { RowOf } from '../platform/db/statement.ts';
import { deleteChange, lockOrders, selectOpenShipments, takeChange } from './presales.store.ts';

/**
 * Milliseconds without another change after which a presale date is final. A typing error that is corrected earlier
 * causes no mail.
 */
const quietMs = 5 * 60_000;
/** Number of buyers per transaction. */
const buyersAtOnce = 100;

const jobName = 'move-presale-promises';

type Change = RowOf<typeof takeChange>;
type Shipment = RowOf<typeof selectOpenShipments>;
type Moved = Shipment & { day: CivilDate };

interface MovingShop {
  policy: ShopPolicy;
  publicUrl: string;
}

const daysOf = (days: readonly string[]): CivilDate[] => days.map(civilDate);

/**
 * Returns the day that a new order of a shipment's lines would get now. A presale without a date is ignored, because it
 * has no day.
 */
function earliestDay({ goods, regionId, storeCode, isInStore }: Shipment, store: StoreTimes, at: Moment): CivilDate {
  const today = guatemalaDate(at.now);
  const region = regionId ?? homeRegionId;
  const isDated = ({ kind }: ReturnType<typeof dateOf>): boolean => kind !== 'presaleUnknown';
  if (storeCode === null) {
    const date = shipmentDate(homeDates(goods, region, at).filter(isDated));
    return (date === null ? null : dayOfDelivery(date)) ?? today;
  }
  const ready = pickupTime(isInStore ? 'store' : 'warehouse', store, at.now, at.policy);
  if (ready === null) return today;
  const dates = goods.filter(({ kind }) => kind === 'goods').map((row) => dateOf(row, region, at));
  return withPresaleDate(ready, dates.filter(isDated), store, at.policy).pickupDate ?? today;
}

/** Returns the shipments whose promised day moves, with the new day. */
function movedOf(shipments: readonly Shipment[], { formerDates }: Change, at: Moment): Moved[] {
  const today = guatemalaDate(at.now);
  return shipments.flatMap((shipment) => {
    const { latest, promisedOn, storeCode, hours, exceptions } = shipment;
    if (latest === null) return [];
    const store = { hours: hours ?? [], exceptions: exceptions ?? [] };
    const dayFor = (date: CivilDate): CivilDate =>
      storeCode === null ? date : (pickupDayFrom(date, store, at.policy) ?? date);
    const before = promisedOn === null ? null : civilDate(promisedOn);
    const days = { dayFor, earliest: earliestDay(shipment, store, at), today };
    const day = movedPromise({ promisedOn: before, latest, formerDates: daysOf(formerDates) }, days);
    return day === null || day === before ? [] : [{ ...shipment, day }];
  });
}

const buyerOf = ({ email, id }: Shipment): string => (email === '' ? id : email.toLowerCase());

/** Returns the orders of the first buyers. A buyer's orders are never split, so that one mail names all of them. */
const ordersOfBuyers = (moved: readonly Moved[]): string[] => {
  const buyers = [...Map.groupBy(moved, buyerOf).values()].slice(0, buyersAtOnce);
  return [...new Set(buyers.flat().map(({ id }) => id))];
};

/** Writes the new days of one order. Returns the change for the audit. */
async function writeDays(tx: Tx, shipments: readonly Moved[], now: Date): Promise<NamedChange[]> {
  const [first] = shipments;
  if (first === undefined) return [];
  const promises = shipments.map(({ n, day }) => ({ shipmentNumber: n, promisedOn: day }));
  await writeOrderFields(tx, first.id, { promises }, now);
  const before = shipments.map(({ n, promisedOn }) => ({ shipmentNumber: n, promisedOn }));
  return [{ entity: 'orders', entityId: first.number, before: { promises: before }, after: { promises } }];
}

/**
 * Handles the open orders of some buyers of one changed presale, in one transaction: new promised days, audit entries
 * and mails. Returns how many buyers were handled, or 1 if the change is finished. Returns 0 if no changed presale has
 * waited long enough.
 */
async function moveSome(tx: Tx, now: Date, shop: MovingShop): Promise<number> {
  const [change] = await takeChange(tx, [new Date(now.getTime() - quietMs)]);
  if (change === undefined) return 0;
  const { productId, changedAt, title, isPresale, presaleDate } = change;
  const at = { now, policy: shop.policy };
  const waiting = isPresale && presaleDate !== null ? await selectOpenShipments(tx, [productId, null]) : [];
  const orderIds = ordersOfBuyers(movedOf(waiting, change, at));
  if (orderIds.length === 0 || presaleDate === null) {
    await deleteChange(tx, [productId]);
    return 1;
  }
  await lockOrders(tx, [orderIds]);
  // A shipment may have left before its order was locked.
  const moved = movedOf(await selectOpenShipments(tx, [productId, orderIds]), change, at);
  const changes: NamedChange[] = [];
  for (const shipments of Map.groupBy(moved, ({ id }) => id).values())
    changes.push(...(await writeDays(tx, shipments, now)));
  const author = { actor: jobActor(jobName), name: '', requestId: null, now };
  if (changes.length > 0) await recordChanges(tx, author, 'correctOrder', changes);
  const buyers = [...Map.groupBy(moved, buyerOf)];
  const mails = buyers.flatMap(([buyer, shipments]) => {
    const email = shipments[0]?.email ?? '';
    const orders = shipments.map(({ number, day, storeCode }) => ({
      number,
      promisedOn: day,
      isPickup: storeCode !== null,
    }));
    const mail = presaleMovedMail({ email, title, date: civilDate(presaleDate), orders }, shop);
    const dedupeKey = `presale:${productId}:${changedAt.getTime()}:${buyer}`;
    return email === '' ? [] : [{ ...mail, dedupeKey }];
  });
  await writeMails(tx, mails, now);
  return Math.max(1, buyers.length);
}

/** Moves the promises of open orders after presale dates have changed, and mails their buyers once (PROD-12). */
export const movePresalePromises = (db: Database, now: Date, shop: MovingShop): Promise<number> =>
  inBatches(() => db.transaction((tx) => moveSome(tx, now, shop)));

export const presaleTasks = ({
  db,
  policy,
  publicUrl,
}: {
  db: Database;
  policy: () => ShopPolicy;
  publicUrl: string;
}): Task[] => [
  task(jobName, cronPayload, async (_payload, { now, log }) => {
    const buyers = await movePresalePromises(db, now, { policy: policy(), publicUrl });
    if (buyers > 0) log.info({ buyers }, 'promises of presales moved');
  }),
];

export const presaleCrontab = `* * * * * ${jobName} ?jobKey=${jobName}&jobKeyMode=preserve_run_at`;
