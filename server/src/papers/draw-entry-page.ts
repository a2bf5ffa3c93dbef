import { advisorEntryPath } from '@ceiba/domain/advisors/advisor';
import { drawQr, mm, type Paper, write } from './paper.ts';

/** The content of a page that an advisor opens on a phone or a tablet of the store. */
interface EntryPage {
  hash: string;
  store: string;
  storeName: string;
  firstName: string;
  shopName: string;
  /** The address of the shop, without a path. */
  origin: string;
}

const page = { width: mm(139.7), height: mm(215.9), edge: mm(15) };

/** Draws half a letter sheet with name, store, QR code and link (SALE-01). */
export function drawEntryPage(paper: Paper, { hash, store, storeName, firstName, shopName, origin }: EntryPage): void {
  paper.addPage({ size: [page.width, page.height], margin: 0 });
  const width = page.width - 2 * page.edge;
  const link = new URL(advisorEntryPath({ hash, store }), origin).href;
  const line = (text: string, y: number, style: { size: number; isBold?: true }): number =>
    y + write(paper, text, { x: page.edge, y, width }, { ...style, align: 'center' }) + 6;
  let y = line(shopName, page.edge, { size: 12 });
  y = line(firstName, y + 6, { size: 24, isBold: true });
  y = line(storeName, y, { size: 12 }) + 10;
  const side = mm(80);
  drawQr(paper, link, { x: (page.width - side) / 2, y, side });
  y = line('Escanea el código para atender en la tienda.', y + side + 14, { size: 12 });
  y = line(link, y, { size: 9 });
  line('Es personal: quien lo tiene atiende con tu nombre.', y + 4, { size: 10 });
}
