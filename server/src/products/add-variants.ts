import { maxVariants } from '@ceiba/contract/desk/family-fields';
import { ok, type Result, refuse } from '@ceiba/domain/result';
import type { Author, NamedChange } from '../platform/audit/record-change.ts';
import type { Tx } from '../platform/db/database.ts';
import type { Refusal, StaffCaller } from '../platform/http/route.ts';
import { isSameLabel, labelled, labelOf } from './change-family.ts';
import { checkFit, entity, writeOrRefuse } from './change-product.ts';
import { addDrafts, beginFamily, findTakenSkus, listVariants, readJudgements } from './families.store.ts';
import { lockProduct, type ProductRow } from './products.store.ts';

interface NewVariant {
  label: string;
  /** If it is null, the shop generates a SKU. */
  sku: string | null;
}

const refuseVariants = (text: string) =>
  refuse({ code: 'VALIDATION_ERROR' as const, metadata: { fields: { variants: text } } });

/** Returns the title of a new variant: the title of the copied variant, with the new label in place of the old label. */
function titleOf({ title, attributes, labelCode }: ProductRow, label: string): string {
  const own = attributes.find(({ code }) => code === labelCode)?.value ?? '';
  const at = own === '' ? -1 : title.toLowerCase().lastIndexOf(own.toLowerCase());
  if (at === -1) return `${title}, ${labelCode === null ? label : label.toLowerCase()}`.slice(0, 200);
  const isSmall = title.slice(at, at + own.length) === own.toLowerCase();
  return `${title.slice(0, at)}${isSmall ? label.toLowerCase() : label}${title.slice(at + own.length)}`.slice(0, 200);
}

/** Refuses labels and skus that another variant or another line has. The messages give the line. */
async function checkNew(
  tx: Tx,
  variants: readonly NewVariant[],
  labels: readonly string[],
): Promise<Result<undefined, Refusal<'VALIDATION_ERROR'>>> {
  const taken = new Set(
    await findTakenSkus(
      tx,
      variants.flatMap(({ sku }) => sku ?? []),
    ),
  );
  for (const [at, { label, sku }] of variants.entries()) {
    const line = `Línea ${at + 1}`;
    if (labels.some((each) => isSameLabel(each, label)))
      return refuseVariants(`${line}: la familia ya tiene «${label}».`);
    const earlier = variants.slice(0, at);
    if (earlier.some((each) => isSameLabel(each.label, label)))
      return refuseVariants(`${line}: «${label}» está dos veces.`);
    if (sku === null) continue;
    if (taken.has(sku)) return refuseVariants(`${line}: otro producto tiene el código ${sku}.`);
    if (earlier.some((each) => each.sku === sku)) return refuseVariants(`${line}: el código ${sku} está dos veces.`);
  }
  return ok(undefined);
}

/** Refuses drafts with values that do not fit the declarations of the category of `from` (PROD-07). The message gives the line. */
async function checkDrafts(
  tx: Tx,
  from: ProductRow,
  drafts: readonly Pick<ProductRow, 'attributes'>[],
): Promise<Result<undefined, Refusal<'VALIDATION_ERROR'>>> {
  const attributes = drafts.map((draft, at) => ({ key: String(at), sku: from.sku, attributes: draft.attributes }));
  const { attributeFaults } = await readJudgements(tx, { codes: [], attributes, parentSku: from.sku });
  for (const at of drafts.keys()) {
    const fit = checkFit({ attributeFaults: attributeFaults[String(at)] ?? [] });
    if (!fit.ok) return refuseVariants(`Línea ${at + 1}: ${Object.values(fit.error.metadata?.fields ?? {}).join(' ')}`);
  }
  return ok(undefined);
}

/**
 * Adds drafts to the family of a product, one for each label, with the texts, pictures and price of the product (PROD-25). A
 * product without a family starts one, with its sku as the name. A person without the price permission adds drafts without a
 * price. Refuses a label that the family has, so that a repeated list adds nothing.
 */
export async function addToFamily(
  tx: Tx,
  {
    sku,
    variants,
    staff,
    author: { now },
  }: { sku: string; variants: readonly NewVariant[]; staff: StaffCaller; author: Author },
): Promise<Result<{ parentSku: string; changes: NamedChange[] }, Refusal>> {
  const from = await lockProduct(tx, sku);
  if (from === undefined) return refuse({ code: 'NOT_FOUND' });
  const parentSku = from.parentSku ?? from.sku;
  const present = await listVariants(tx, parentSku, maxVariants);
  const begins = from.parentSku === null;
  const total = (present[0]?.total ?? 0) + (begins ? 1 : 0) + variants.length;
  if (total > maxVariants) return refuseVariants(`Una familia tiene hasta ${maxVariants} variantes: serían ${total}.`);
  const drafts = variants.map((variant) => ({
    sku: variant.sku,
    ...labelled(from, variant.label),
    title: titleOf(from, variant.label),
  }));
  // If no attribute is the label, the title is the label.
  const labels = variants.map((variant, at) => ({
    ...variant,
    label: from.labelCode === null ? (drafts[at]?.title ?? '') : variant.label,
  }));
  const fresh = await checkNew(
    tx,
    labels,
    begins ? [labelOf(from), ...present.map(({ label }) => label)] : present.map(({ label }) => label),
  );
  if (!fresh.ok) return fresh;
  const fit = await checkDrafts(tx, from, drafts);
  if (!fit.ok) return fit;
  if (begins) await beginFamily(tx, sku, parentSku, now);
  let made: Awaited<ReturnType<typeof addDrafts>> = [];
  const isPriced = staff.permissions.has('prices.edit');
  const saved = await writeOrRefuse(async () => {
    made = await addDrafts(tx, sku, { variants: drafts, isPriced, parentSku });
  });
  if (!saved.ok) return saved;
  const began = {
    operation: 'changeProduct',
    entity,
    entityId: sku,
    before: { parentSku: null },
    after: { parentSku },
  };
  return ok({
    parentSku,
    changes: [
      ...(begins ? [began] : []),
      ...made.map(({ sku: entityId, title, regularPrice }) => ({
        ...{ entity, entityId },
        after: {
          from: sku,
          sku: entityId,
          title,
          parentSku,
          regularPrice: regularPrice === null ? null : regularPrice / 100,
        },
      })),
    ],
  });
}
