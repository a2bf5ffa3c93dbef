import { randomUUIDv7 } from 'node:crypto';
import type { Parsed } from '@ceiba/contract/endpoint';
import type { requestReturn as endpoint } from '@ceiba/contract/returns';
import { guatemalaDate } from '@ceiba/domain/dates/civil-date';
import type { ShopPolicy } from '@ceiba/domain/policies/shop-policy';
import { ok, type Result, refuse } from '@ceiba/domain/result';
import { checkReturn, returnNumberText, returnRefusalText, returnRequestOf } from '@ceiba/domain/returns/return-window';
import { type FileStore, FilesAway } from '../media/file-store.ts';
import type { ReencodePhoto } from '../media/reencode-photo.ts';
import { announceFiles } from '../media/unclaimed-files.store.ts';
import { writeMail } from '../notifications/write-mail.ts';
import type { Database, Tx } from '../platform/db/database.ts';
import type { RefusalOf } from '../platform/http/route.ts';
import { lockOrder } from '../refunds/till-refunds.store.ts';
import { attachPictures } from './return-files.store.ts';
import { returnRequestedMail } from './return-mails.ts';
import { type BoughtLine, findBoughtLines, findReturnByKey, insertReturn, type KnownReturn } from './returns.store.ts';

export interface RequestReturnDeps {
  db: Database;
  files: FileStore;
  reencodePhoto: ReencodePhoto;
  /** Origin of the shop, for links in the mail. */
  publicUrl: string;
}

export interface ReturnRequestOf {
  body: Parsed<typeof endpoint>['body'];
  customerId: string;
  /** Header Idempotency-Key. A repeated request creates no second return. */
  requestKey: string | undefined;
  client: string;
  policy: ShopPolicy;
  now: Date;
}

type ReturnCallRefusal = RefusalOf<typeof endpoint>;

/**
 * Checks the text fields of a return before its pictures are read. A request that was stored before is not refused, because it
 * gets its first response.
 */
export async function refuseReturn(
  { db }: RequestReturnDeps,
  request: ReturnRequestOf,
): Promise<ReturnCallRefusal | undefined> {
  if ((await findKnown(db.write, request)) !== undefined) return undefined;
  const asked = await findLine(db.write, request);
  return asked.ok ? undefined : asked.error;
}

/**
 * Writes a return and its mail in one transaction (DEC-142). Its pictures are announced and stored before, and the transaction
 * claims them. If the process dies before that, a job removes the files (record 0022). Returns the return's number.
 */
export async function requestReturn(
  deps: RequestReturnDeps,
  request: ReturnRequestOf,
): Promise<Result<string, ReturnCallRefusal>> {
  const { db } = deps;
  const known = await findKnown(db.write, request);
  if (known !== undefined) return numberIfSame(known, request);
  const asked = await findLine(db.write, request);
  if (!asked.ok) return asked;
  const pictures = await openPictures(deps, request);
  if (!pictures.ok) return pictures;
  const id = randomUUIDv7();
  const stored = await storePictures(deps, id, pictures.value, request.now);
  if (!stored.ok) return stored;
  return db.transaction(async (tx) => {
    // The lock prevents concurrent requests to return units of the same order.
    await lockOrder(tx, request.body.orderNumber);
    const before = await findKnown(tx, request);
    if (before !== undefined) return numberIfSame(before, request);
    const line = await findLine(tx, request);
    return line.ok ? ok(await write(tx, deps, { request, id, line: line.value, paths: stored.value })) : line;
  });
}

/** Refuses a known key with different content. Otherwise the second request would be lost silently. */
function numberIfSame(known: KnownReturn, { body }: ReturnRequestOf): Result<string, ReturnCallRefusal> {
  const isSame =
    known.sku === body.sku &&
    known.quantity === body.quantity &&
    known.reason === body.reason &&
    known.description === body.description &&
    known.images === body.images.length;
  return isSame ? ok(returnNumberText(known.number)) : refuse({ code: 'IDEMPOTENCY_KEY_REUSED' });
}

const findKnown = async (
  tx: Tx,
  { body, customerId, requestKey }: ReturnRequestOf,
): Promise<KnownReturn | undefined> =>
  requestKey === undefined ? undefined : findReturnByKey(tx, { orderNumber: body.orderNumber, customerId, requestKey });

/**
 * Returns the line to return. If several lines have the same sku: the first that can be returned, otherwise the refusal of the
 * first line.
 */
async function findLine(tx: Tx, request: ReturnRequestOf): Promise<Result<BoughtLine, ReturnCallRefusal>> {
  const { body, customerId } = request;
  const lines = await findBoughtLines(tx, { orderNumber: body.orderNumber, customerId, sku: body.sku });
  if (lines === undefined) return refuse({ code: 'ORDER_NOT_FOUND' });
  const checked = lines.map((line) => checkLine(line, request));
  return checked.find(({ ok: fits }) => fits) ?? checked[0] ?? refuse({ code: 'PRODUCT_NOT_FOUND' });
}

function checkLine(line: BoughtLine, { body, policy, now }: ReturnRequestOf): Result<BoughtLine, ReturnCallRefusal> {
  const checked = checkReturn(returnRequestOf(line, body.quantity), guatemalaDate(now), policy);
  if (checked.ok) return ok(line);
  return refuse({ code: checked.error.code, message: returnRefusalText(checked.error) });
}

async function openPictures(
  { reencodePhoto }: RequestReturnDeps,
  { body, client }: ReturnRequestOf,
): Promise<Result<Uint8Array[], ReturnCallRefusal>> {
  const opened: Uint8Array[] = [];
  for (const image of body.images) {
    const webp = await reencodePhoto(new Uint8Array(await image.arrayBuffer()), client);
    if (webp === undefined) return refuse({ code: 'RETURN_IMAGE_INVALID' });
    opened.push(webp);
  }
  return ok(opened);
}

/** Stores the pictures and returns their paths. */
async function storePictures(
  { db, files }: RequestReturnDeps,
  returnId: string,
  pictures: readonly Uint8Array[],
  now: Date,
): Promise<Result<string[], ReturnCallRefusal>> {
  const paths = pictures.map((_, index) => `returns/${returnId}/${index + 1}.webp`);
  if (paths.length === 0) return ok(paths);
  await announceFiles(db.write, paths, now);
  try {
    await Promise.all(pictures.map((bytes, index) => files.save(paths[index] ?? '', bytes, 'image/webp')));
  } catch (error) {
    if (error instanceof FilesAway) return refuse({ code: 'UPSTREAM_UNAVAILABLE' });
    throw error;
  }
  return ok(paths);
}

interface ReturnToKeep {
  request: ReturnRequestOf;
  id: string;
  line: BoughtLine;
  paths: readonly string[];
}

async function write(
  tx: Tx,
  { publicUrl }: RequestReturnDeps,
  { request: { body, requestKey, policy, now }, id, line, paths }: ReturnToKeep,
): Promise<string> {
  const { orderId, position } = line;
  const { quantity, reason, description } = body;
  const written = { id, orderId, position, quantity, reason, description, requestKey };
  const number = returnNumberText(await insertReturn(tx, written, now));
  await attachPictures(tx, id, paths);
  const mailed = { ...line, number, quantity, orderNumber: body.orderNumber };
  await writeMail(tx, `return-requested:${id}`, returnRequestedMail(mailed, { publicUrl, policy }), now);
  return number;
}
