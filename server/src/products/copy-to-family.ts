import { type CopyPart, copyParts } from '@ceiba/contract/desk/family-fields';
import { foldText } from '@ceiba/domain/orders/order-terms';
import { ok, type Result, refuse } from '@ceiba/domain/result';
import type { NamedChange } from '../platform/audit/record-change.ts';
import type { Tx } from '../platform/db/database.ts';
import type { Refusal } from '../platform/http/route.ts';
import { type ChangedFieldNames, entity, saveProduct } from './change-product.ts';
import { findProduct, type ProductRow, replacePictures, type StoredAttribute } from './products.store.ts';

const isPart = (text: string): text is CopyPart => Object.hasOwn(copyParts, text);

/** The parts of a copy that a run has stored. */
export const partsOf = (stored: unknown): CopyPart[] =>
  Array.isArray(stored) ? stored.filter((part): part is CopyPart => typeof part === 'string' && isPart(part)) : [];

/**
 * Returns the attributes of a variant after the attributes of another variant are copied to it. Its label stays, and so do
 * attributes that the other variant lacks.
 */
function mergedAttributes(from: ProductRow, to: ProductRow): StoredAttribute[] {
  const labels = new Set([from.labelCode, to.labelCode]);
  const given = new Map(
    from.attributes.flatMap((each) => (labels.has(each.code) ? [] : [[foldText(each.label), each] as const])),
  );
  const kept = to.attributes.map((each) => {
    const copied = given.get(foldText(each.label));
    return copied === undefined ? each : { ...each, value: copied.value, unit: copied.unit };
  });
  const known = new Set(to.attributes.map(({ label }) => foldText(label)));
  return [...kept, ...[...given].flatMap(([label, each]) => (known.has(label) ? [] : [each]))];
}

const shownPictures = ({ pictures }: ProductRow) => pictures.map(({ key, label }) => ({ key, label }));

const isEqual = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

interface Copied {
  description?: string;
  attributes?: StoredAttribute[];
  pictures?: { key: string; label: string }[];
}

/** Returns the changes that a copy makes to a variant. A part that is empty in the source, or equal, changes nothing. */
function copied(from: ProductRow, to: ProductRow, parts: readonly CopyPart[]): Copied {
  const attributes = mergedAttributes(from, to);
  const pictures = shownPictures(from);
  const isDescribed = parts.includes('description') && from.description.trim() !== '';
  return {
    ...(isDescribed && from.description !== to.description && { description: from.description }),
    ...(parts.includes('attributes') && !isEqual(attributes, to.attributes) && { attributes }),
    ...(parts.includes('pictures') && pictures.length > 0 && !isEqual(pictures, shownPictures(to)) && { pictures }),
  };
}

const attributeText = ({ value, unit }: StoredAttribute): string => (unit ? `${value} ${unit}` : value);
const pictureText = (count: number): string => (count === 1 ? '1 foto' : `${count} fotos`);
const shortText = (text: string): string => {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  return line.length > 160 ? `${line.slice(0, 159)}…` : line;
};

/** Returns the changes of a copy in short texts, for the person who decides about them. */
export function copiedTexts(from: ProductRow, to: ProductRow, parts: readonly CopyPart[]) {
  const { description, attributes = [], pictures } = copied(from, to, parts);
  const before = new Map(to.attributes.map((each) => [foldText(each.label), attributeText(each)]));
  return [
    ...(description === undefined
      ? []
      : [{ field: copyParts.description, before: shortText(to.description), after: shortText(description) }]),
    ...attributes.flatMap((each) => {
      const [was = '', is] = [before.get(foldText(each.label)), attributeText(each)];
      return was === is ? [] : [{ field: each.label, before: was, after: is }];
    }),
    ...(pictures === undefined
      ? []
      : [{ field: copyParts.pictures, before: pictureText(to.pictures.length), after: pictureText(pictures.length) }]),
  ];
}

/** Copies parts of a variant to a locked variant of the same family. Returns the audit entries. Empty if the parts were already equal. */
export async function copyToVariant(
  tx: Tx,
  to: ProductRow,
  { sku, parts, now }: { sku: string; parts: readonly CopyPart[]; now: Date },
): Promise<Result<NamedChange[], Refusal>> {
  const from = await findProduct(tx, sku);
  if (from === undefined || from.parentSku === null || from.parentSku !== to.parentSku)
    return refuse({ code: 'NOT_FOUND', message: `Ya no es de la familia de ${sku}.` });
  const { pictures, ...fields } = copied(from, to, parts);
  const asked: ChangedFieldNames = fields;
  const saved = Object.keys(fields).length === 0 ? ok({ change: null }) : await saveProduct(tx, to, asked, { now });
  if (!saved.ok) return saved;
  const { change } = saved.value;
  if (pictures !== undefined) await replacePictures(tx, to.id, pictures, now);
  const labels = (shown: readonly { label: string }[]) => ({ pictures: shown.map(({ label }) => label) });
  return ok([
    ...(change === null ? [] : [{ ...change, operation: 'changeProduct' }]),
    ...(pictures === undefined
      ? []
      : [
          {
            operation: 'changeProductPictures',
            ...{ entity, entityId: to.sku, before: labels(to.pictures), after: labels(pictures) },
          },
        ]),
  ]);
}
