import { createHash } from 'node:crypto';
import { purchaseList } from '@ceiba/contract/desk/lists/purchases';
import {
  changePurchase,
  closePurchase,
  createPurchase,
  exportPurchases,
  getDamagePicture,
  getPurchase,
  getPurchaseCsv,
  listPurchases,
  orderPurchase,
  printPurchase,
  receivePurchase,
  receiveWithoutPurchase,
  saveDamagePicture,
  sendPurchase,
} from '@ceiba/contract/desk/purchases';
import {
  mayStep,
  type PurchaseStep,
  purchaseIdOf,
  purchaseNumberText,
  purchaseStateLabels,
} from '@ceiba/domain/purchases/purchase';
import { ok, type Result, refuse } from '@ceiba/domain/result';
import { type FileStore, FilesAway } from '../media/file-store.ts';
import type { ReencodePhoto } from '../media/reencode-photo.ts';
import { abandonFiles, announceFiles, attachFiles } from '../media/unclaimed-files.store.ts';
import type { MailedPolicy } from '../notifications/mail-layout.ts';
import { writeMail } from '../notifications/write-mail.ts';
import type { PaperShop } from '../papers/sheets.ts';
import type { NamedChange } from '../platform/audit/record-change.ts';
import { versionConflict } from '../platform/audit/version-conflict.ts';
import type { Database, Tx } from '../platform/db/database.ts';
import { maySeeStore } from '../platform/http/places.ts';
import { type Refusal, type RequestContext, type Route, route, type StaffCaller } from '../platform/http/route.ts';
import { changeRoute, preparedRoute } from '../platform/http/staff-route.ts';
import { listRoutes } from '../platform/lists/list-routes.ts';
import type { ListSource } from '../platform/lists/list-source.ts';
import { auditedLines, editPurchase, makePurchase } from './edit-purchase.ts';
import {
  type PurchaseFormat,
  purchaseAttachment,
  purchaseFile,
  purchaseFileName,
  purchaseMail,
} from './purchase-papers.ts';
import { seesCosts, toAnswered } from './purchase-view.ts';
import {
  type FoundPurchase,
  findPurchase,
  lockPurchase,
  markClosed,
  markOrdered,
  savePictureKey,
} from './purchases.store.ts';
import { receiveArrived } from './receive-goods.ts';

const units = (column: 'quantity' | 'received'): string =>
  `coalesce((select sum(l.${column})::integer from purchase_lines l where l.purchase_id = p.id), 0)`;

/** The list of purchases. A purchase has no total if one of its lines has no cost. */
const purchaseSource: ListSource<typeof purchaseList> = {
  list: purchaseList,
  from: `from purchases p left join suppliers s on s.id = p.supplier_id left join stores o on o.store_code = p.store_code`,
  key: { sql: 'p.id', type: 'bigint' },
  columns: {
    number: `'C-' || p.id`,
    state: 'p.state',
    supplier: 's.name',
    storeName: 'o.name',
    expectedOn: `coalesce(p.expected_on, 'infinity')`,
    units: units('quantity'),
    received: units('received'),
    total: `(select case when bool_and(l.unit_cost is not null) then (sum(l.unit_cost * l.quantity) + p.extra_cost)::bigint end
      from purchase_lines l where l.purchase_id = p.id)`,
    createdAt: 'p.created_at',
    orderedAt: 'p.ordered_at',
  },
  filters: {
    state: 'p.state',
    supplier: 'p.supplier_id::text',
    storeCode: 'p.store_code',
    expected: (given) => (p) => {
      const [from, to] = Array.isArray(given) ? given : [];
      return `p.expected_on between ${p(from ?? '-infinity')}::date and ${p(to ?? '9999-12-31')}::date`;
    },
    late: `(p.state in ('ordered', 'partlyReceived') and coalesce(p.expected_on < (now() at time zone 'America/Guatemala')::date, false))`,
    sku: (value) => (p) =>
      `p.id in (select l.purchase_id from purchase_lines l join products g on g.id = l.product_id where g.sku = ${p(value)}::text)`,
  },
  search: (words) => (p) =>
    `('C-' || p.id = upper(${p(words)}::text) or position(folded(${p(words)}) in folded(s.name)) > 0)`,
  store: 'p.store_code',
};

const notFound: Refusal<'NOT_FOUND'> = { code: 'NOT_FOUND' };

const notNow = ({ state }: FoundPurchase): Refusal<'TRANSITION_NOT_ALLOWED'> => ({
  code: 'TRANSITION_NOT_ALLOWED',
  metadata: { state, allowed: [] },
});

/** Returns a purchase of a place that this person may see. */
const seenBy = (staff: StaffCaller, found: FoundPurchase | undefined): FoundPurchase | undefined =>
  found !== undefined && maySeeStore(staff, found.storeCode) ? found : undefined;

/** Locks a purchase for a step. Refuses an unknown purchase, an older version, and a step that the state does not allow. */
async function lockFor(
  tx: Tx,
  { number, version, step, staff }: { number: string; version: number | null; step: PurchaseStep; staff: StaffCaller },
): Promise<Result<FoundPurchase, Refusal<'NOT_FOUND' | 'VERSION_CONFLICT' | 'TRANSITION_NOT_ALLOWED'>>> {
  const found = seenBy(staff, await lockPurchase(tx, purchaseIdOf(number)));
  if (found === undefined) return refuse(notFound);
  if (version !== null && found.version !== version) {
    const current = toAnswered(found, staff);
    const entity = { entity: 'purchases', entityId: number };
    return refuse(await versionConflict(tx, { ...entity, current, conflicts: ['state', 'lines'] }));
  }
  return mayStep(found.state, step) ? ok(found) : refuse(notNow(found));
}

async function answered(tx: Tx, id: number, staff: StaffCaller, status: 200 | 201 = 200) {
  const found = await findPurchase(tx, id);
  if (found === undefined) throw new Error(`purchase ${id} vanished`);
  return { status, data: toAnswered(found, staff) };
}

const changeOf = (number: string, after: Readonly<Record<string, unknown>>): NamedChange => ({
  entity: 'purchases',
  entityId: number,
  after,
});

type Policy = MailedPolicy & PaperShop;

/**
 * Writes the mail to the supplier in the same transaction. Repeated presses within an hour cause one mail. The file has costs
 * only if the sender may see costs, because a supplier's address may be the sender's own address.
 */
async function mailToSupplier(
  tx: Tx,
  found: FoundPurchase,
  {
    format,
    publicUrl,
    policy,
    now,
    staff,
  }: { format: PurchaseFormat; publicUrl: string; policy: Policy; now: Date; staff: StaffCaller },
): Promise<Result<null, Refusal<'VALIDATION_ERROR'>>> {
  const { supplierEmail } = found;
  if (supplierEmail === null)
    return refuse({
      code: 'VALIDATION_ERROR',
      metadata: { fields: { mail: `${found.supplier} no tiene correo: escríbelo en su página.` } },
    });
  const attachment = await purchaseAttachment(found, format, { shop: policy, hasCosts: seesCosts(staff) });
  const mail = purchaseMail({ ...found, email: supplierEmail, attachment }, { publicUrl, policy });
  const hour = Math.floor(now.getTime() / 3_600_000);
  const key = `purchase:${purchaseNumberText(found.id)}:${found.version}:${format}:${supplierEmail}:${hour}`;
  await writeMail(tx, key, mail, now);
  return ok(null);
}

export interface PurchasesDeps {
  db: Database;
  files: FileStore;
  reencodePhoto: ReencodePhoto;
  publicUrl: string;
}

export const purchasesRoutes = ({ db, files, reencodePhoto, publicUrl }: PurchasesDeps): Route[] => {
  const file = async (
    number: string,
    format: PurchaseFormat,
    { staff, policy, setHeader }: RequestContext & { staff: StaffCaller },
  ) => {
    const found = seenBy(staff, await findPurchase(db.write, purchaseIdOf(number)));
    if (found === undefined) return refuse(notFound);
    const place = format === 'pdf' ? 'inline' : 'attachment';
    setHeader('content-disposition', `${place}; filename="${purchaseFileName(found, format)}"`);
    return ok(purchaseFile(found, format, { shop: policy, hasCosts: seesCosts(staff) }));
  };
  return [
    ...listRoutes({
      db,
      source: purchaseSource,
      page: listPurchases,
      csv: exportPurchases,
      more: { expected: 'p.expected_on::text' },
      toRow: ({ expectedOn: _, expected, total, ...row }, staff) => ({
        ...row,
        expectedOn: expected,
        total: seesCosts(staff) && total !== null ? Number(total) / 100 : null,
      }),
    }),
    route(getPurchase, async ({ params: { number } }, { staff }) => {
      const found = seenBy(staff, await findPurchase(db.write, purchaseIdOf(number)));
      return found === undefined ? refuse(notFound) : ok({ status: 200, data: toAnswered(found, staff) });
    }),
    route(printPurchase, async ({ params: { number } }, context) => file(number, 'pdf', context)),
    route(getPurchaseCsv, async ({ params: { number } }, context) => file(number, 'csv', context)),
    changeRoute(createPurchase, db, async ({ tx, body, staff, author }) => {
      const made = await makePurchase(tx, { ...body, isDirect: false }, staff, author);
      if (!made.ok) return made;
      const answer = await answered(tx, made.value.id, staff, 201);
      const { number, supplier, storeCode, lines } = answer.data;
      const after = { supplier, storeCode, lines: auditedLines(lines) };
      return ok({ answer, change: changeOf(number, after) });
    }),
    changeRoute(changePurchase, db, async ({ tx, params: { number }, body, staff }) => {
      const locked = await lockFor(tx, { number, version: body.version, step: 'edit', staff });
      if (!locked.ok) return locked;
      const edited = await editPurchase(tx, locked.value, body, staff);
      if (!edited.ok) return edited;
      const { before, after, costs } = edited.value;
      const change = { entity: 'purchases', entityId: number, before, after };
      return ok({ answer: await answered(tx, locked.value.id, staff), change, others: costs });
    }),
    changeRoute(orderPurchase, db, async ({ tx, params: { number }, body, staff, author, context: { policy } }) => {
      const locked = await lockFor(tx, { number, version: body.version, step: 'order', staff });
      if (!locked.ok) return locked;
      const found = locked.value;
      if (found.lines.length === 0)
        return refuse({ code: 'VALIDATION_ERROR', metadata: { fields: { lines: 'Agrega al menos un producto.' } } });
      const { now } = author;
      await markOrdered(tx, found.id, now);
      if (body.mail !== null) {
        const asked = { format: body.mail, publicUrl, policy, now, staff };
        const mailed = await mailToSupplier(tx, { ...found, orderedAt: now }, asked);
        if (!mailed.ok) return mailed;
      }
      const answer = await answered(tx, found.id, staff);
      const change = {
        entity: 'purchases',
        entityId: number,
        before: { state: purchaseStateLabels.draft },
        after: { state: purchaseStateLabels.ordered, mail: body.mail },
      };
      return ok({ answer, change });
    }),
    changeRoute(sendPurchase, db, async ({ tx, params: { number }, body: { mail }, staff, author, context }) => {
      const locked = await lockFor(tx, { number, version: null, step: 'send', staff });
      if (!locked.ok) return locked;
      const asked = { format: mail, publicUrl, policy: context.policy, now: author.now, staff };
      const mailed = await mailToSupplier(tx, locked.value, asked);
      if (!mailed.ok) return mailed;
      return ok({ answer: await answered(tx, locked.value.id, staff), change: changeOf(number, { mail }) });
    }),
    changeRoute(closePurchase, db, async ({ tx, params: { number }, body: { version, reason }, staff, author }) => {
      const locked = await lockFor(tx, { number, version, step: 'close', staff });
      if (!locked.ok) return locked;
      await markClosed(tx, locked.value.id, reason, author.now);
      const states = {
        before: { state: purchaseStateLabels[locked.value.state] },
        after: { state: purchaseStateLabels.closed },
      };
      const change = { entity: 'purchases', entityId: number, ...states, reason };
      return ok({ answer: await answered(tx, locked.value.id, staff), change });
    }),
    changeRoute(receivePurchase, db, async ({ tx, params: { number }, body, staff, author }) => {
      const locked = await lockFor(tx, { number, version: body.version, step: 'receive', staff });
      if (!locked.ok) return locked;
      const received = await receiveArrived(tx, locked.value, body, author);
      if (!received.ok) return received;
      return ok({ answer: await answered(tx, locked.value.id, staff), ...received.value });
    }),
    changeRoute(receiveWithoutPurchase, db, async ({ tx, body, staff, author }) => {
      const made = await makePurchase(tx, { ...body, note: '', isDirect: true }, staff, author);
      if (!made.ok) return made;
      const lines = body.lines.map(({ sku, quantity }) => ({ sku, quantity, rejected: 0 }));
      const received = await receiveArrived(tx, made.value, { lines, note: body.note, takesExtra: false }, author);
      if (!received.ok) throw new Error('a receipt without an order was refused');
      const { change, others } = received.value;
      const after = { ...change.after, supplier: made.value.supplier, storeCode: body.storeCode };
      return ok({ answer: await answered(tx, made.value.id, staff, 201), change: { ...change, after }, others });
    }),
    route(getDamagePicture, async ({ params: { number, receipt, sku } }, { staff }) => {
      const found = seenBy(staff, await findPurchase(db.write, purchaseIdOf(number)));
      const path = found && damageOf(found, Number(receipt), sku)?.picture;
      const photo = path ? await files.read(path) : undefined;
      return photo === undefined ? refuse(notFound) : ok(photo);
    }),
    preparedRoute(
      saveDamagePicture,
      db,
      async ({ params: { number, receipt, sku }, body: { photos } }, { staff, client, now }) => {
        const found = seenBy(staff, await findPurchase(db.write, purchaseIdOf(number)));
        if (found === undefined || damageOf(found, Number(receipt), sku) === undefined) return refuse(notFound);
        const [photo] = photos;
        const webp = photo && (await reencodePhoto(new Uint8Array(await photo.arrayBuffer()), client));
        if (webp === undefined) return refuse({ code: 'RETURN_IMAGE_INVALID' });
        const sha256 = createHash('sha256').update(webp).digest('hex');
        const path = `purchases/${found.id}/${receipt}-${sha256.slice(0, 12)}-${now.getTime()}.webp`;
        await announceFiles(db.write, [path], now);
        try {
          await files.save(path, webp, 'image/webp');
        } catch (error) {
          if (error instanceof FilesAway) return refuse({ code: 'UPSTREAM_UNAVAILABLE' });
          throw error;
        }
        return ok({ path, sha256 });
      },
      async ({ tx, params: { number, receipt, sku }, staff, author, prepared: { path, sha256 } }) => {
        const found = seenBy(staff, await lockPurchase(tx, purchaseIdOf(number)));
        const damage = found && damageOf(found, Number(receipt), sku);
        if (found === undefined || damage === undefined) return refuse(notFound);
        await attachFiles(tx, [path]);
        await savePictureKey(tx, { id: found.id, n: Number(receipt), sku }, path);
        if (damage.picture !== null) await abandonFiles(tx, [damage.picture], author.now);
        const answer = await answered(tx, found.id, staff);
        return ok({ answer, change: changeOf(number, { receipt: Number(receipt), sku, sha256 }) });
      },
    ),
  ];
};

/** The rejected units of a product in a delivery. */
const damageOf = ({ receipts }: FoundPurchase, n: number, sku: string) =>
  receipts.find((receipt) => receipt.n === n)?.lines.find((line) => line.sku === sku && line.rejected > 0);
