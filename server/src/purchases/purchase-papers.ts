import { declareList } from '@ceiba/contract/desk/list';
import { guatemalaDate } from '@ceiba/domain/dates/civil-date';
import { formatDate } from '@ceiba/domain/dates/spanish-date';
import { formatQ, times, zero } from '@ceiba/domain/money/money';
import { purchaseNumberText } from '@ceiba/domain/purchases/purchase';
import { type MailingShop, mailOf, textPart } from '../notifications/mail-layout.ts';
import type { Attachment, WrittenMail } from '../notifications/write-mail.ts';
import { drawSheet, type Sheet } from '../papers/draw-sheet.ts';
import { printPapers } from '../papers/paper.ts';
import type { PaperShop } from '../papers/sheets.ts';
import { csvLines } from '../platform/lists/list-csv.ts';
import { totalOf } from './purchase-view.ts';
import type { FoundPurchase } from './purchases.store.ts';

const dayText = (moment: Date): string => formatDate(guatemalaDate(moment));

/** A purchase on paper. Without `hasCosts` the paper has no amounts. */
export function purchaseSheet(found: FoundPurchase, shop: PaperShop, hasCosts: boolean): Sheet {
  const number = purchaseNumberText(found.id);
  const { supplierNit, supplierContact, supplierTerms, expectedOn, extraCost, note, lines } = found;
  const total = totalOf(found);
  const amounts = hasCosts
    ? [
        { label: 'Costo', share: 1.8, align: 'right' as const },
        { label: 'Importe', share: 2, align: 'right' as const },
      ]
    : [];
  return {
    title: `Orden de compra ${number}`,
    lines: [shop.shopName, shop.shopLegalName, shop.shopNit === null ? '' : `NIT ${shop.shopNit}`].filter(
      (text, at, all) => text !== '' && all.indexOf(text) === at,
    ),
    facts: [
      ['Proveedor', [found.supplier, supplierNit === null ? '' : `NIT ${supplierNit}`].filter(Boolean).join(' · ')],
      ...(supplierContact === null ? [] : [['Contacto', supplierContact] as const]),
      ['Entregar en', [found.storeName, found.storeAddress].filter((text) => text !== '').join(', ')],
      ['Fecha', dayText(found.orderedAt ?? found.createdAt)],
      ...(expectedOn === null ? [] : [['Se espera el', formatDate(expectedOn)] as const]),
      ...(supplierTerms === null ? [] : [['Condiciones', supplierTerms] as const]),
    ],
    table: {
      columns: [
        { label: 'Producto', share: 5 },
        { label: 'Su código', share: 2 },
        { label: 'Nuestro código', share: 2.2 },
        { label: 'Cantidad', share: 1.4, align: 'right' },
        ...amounts,
      ],
      rows: lines.map(({ title, supplierCode, sku, quantity, unitCost }) => [
        title,
        supplierCode ?? '',
        sku,
        String(quantity),
        ...(hasCosts
          ? [unitCost === null ? '–' : formatQ(unitCost), unitCost === null ? '–' : formatQ(times(unitCost, quantity))]
          : []),
      ]),
    },
    totals: [
      ...(hasCosts && total !== null ? [['Total', formatQ(total)] as const] : []),
      ...(hasCosts && extraCost > zero ? [['Flete e impuestos', formatQ(extraCost)] as const] : []),
      ['Unidades', String(lines.reduce((all, { quantity }) => all + quantity, 0))],
    ],
    notes: note === '' ? [] : [note],
    code: number,
    signatures: [],
  };
}

/** The columns of the CSV. */
const lineSheet = declareList({
  name: 'purchase-lines',
  title: 'Compra',
  slice: 'purchases',
  permission: 'purchases.read',
  id: 'sku',
  columns: {
    sku: { label: 'Código', kind: 'text' },
    supplierCode: { label: 'Código del proveedor', kind: 'text' },
    title: { label: 'Producto', kind: 'text' },
    quantity: { label: 'Cantidad', kind: 'number' },
    unitCost: { label: 'Costo por unidad', kind: 'money', permission: 'costs.read' },
  },
  filters: {},
  sorts: ['sku'],
});

async function* portionOf(lines: FoundPurchase['lines']): AsyncGenerator<Record<string, unknown>[]> {
  yield lines.map((line) => ({ ...line }));
}

export type PurchaseFormat = 'pdf' | 'csv';

/** The file of a purchase, in parts. Without `hasCosts` the file has no amounts. */
export const purchaseFile = (
  found: FoundPurchase,
  format: PurchaseFormat,
  { shop, hasCosts }: { shop: PaperShop; hasCosts: boolean },
): AsyncGenerator<Uint8Array | string> => {
  if (format === 'pdf') {
    const sheet = purchaseSheet(found, shop, hasCosts);
    return printPapers(sheet.title, [sheet], (paper, each) => drawSheet(paper, each, 'letter'));
  }
  const names = Object.keys(lineSheet.columns).filter((name) => hasCosts || name !== 'unitCost');
  return csvLines(lineSheet, names, portionOf(found.lines));
};

const fileTypes = { pdf: 'application/pdf', csv: 'text/csv' } as const;

/** The file's name, which the supplier and the browser show. */
export const purchaseFileName = ({ id }: { id: number }, format: PurchaseFormat): string =>
  `orden-de-compra-${purchaseNumberText(id)}.${format}`;

/** The file of a purchase for the mail to its supplier. Without `hasCosts` the file has no amounts. */
export async function purchaseAttachment(
  found: FoundPurchase,
  format: PurchaseFormat,
  options: { shop: PaperShop; hasCosts: boolean },
): Promise<Attachment> {
  const parts: Uint8Array[] = [];
  for await (const part of purchaseFile(found, format, options))
    parts.push(typeof part === 'string' ? Buffer.from(part) : part);
  return { name: purchaseFileName(found, format), type: fileTypes[format], bytes: Buffer.concat(parts) };
}

type MailedPurchase = Pick<FoundPurchase, 'id' | 'storeName' | 'storeAddress' | 'expectedOn' | 'note'>;

/** The mail that sends a purchase to its supplier. */
export function purchaseMail(
  {
    id,
    storeName,
    storeAddress,
    expectedOn,
    note,
    email,
    attachment,
  }: MailedPurchase & { email: string; attachment: Attachment },
  shop: MailingShop & { policy: Pick<PaperShop, 'shopName'> },
): WrittenMail {
  const mail = mailOf(
    {
      recipient: email,
      subject: `Orden de compra ${purchaseNumberText(id)} de ${shop.policy.shopName}`,
      news: 'Te pedimos los productos de la orden adjunta.',
      parts: [
        textPart(`Entregar en ${storeName}`, [
          ...(storeAddress === '' ? [] : [storeAddress]),
          ...(expectedOn === null ? [] : [`Lo esperamos el ${formatDate(expectedOn)}.`]),
          ...(note === '' ? [] : [note]),
        ]),
      ],
    },
    shop,
  );
  return { ...mail, attachment };
}
