import { type Centavos, formatQ } from '@ceiba/domain/money/money';
import { drawCode128, drawQr, heightOf, mm, type Paper, rule, type TextStyle, write } from './paper.ts';

/** The content of a parcel's label (WORK-26). */
export interface Label {
  /** The parcel's sub-order number. */
  shipmentId: string;
  courier: string | null;
  trackingNumber: string | null;
  parcel: number;
  parcels: number;
  from: { name: string; address: string; phone: string };
  to: { name: string; phone: string; address: string; reference: string | null };
  /** Serial numbers of the goods in the shipment (WORK-07). */
  serials: readonly string[];
  /** The cash to collect at the door. Zero if there is none. */
  cash: Centavos;
}

const [width, height] = [mm(100), mm(150)];
const edge = mm(4);
const inner = width - 2 * edge;
const [codeHeight, cashHeight] = [mm(23), mm(15.5)];

const reach = (paper: Paper, x: number, y: number, text: string, style: TextStyle): number =>
  y + write(paper, text, { x, y, width: inner }, style);

function drawHead(paper: Paper, { courier, trackingNumber, parcel, parcels, from }: Label): number {
  const half = inner / 2;
  const title = { size: 16, isBold: true, lines: 1 };
  const name = courier ?? 'Sin mensajería';
  write(paper, name, { x: edge, y: edge + 2, width: half + 20 }, title);
  const right = { x: edge + half, width: half };
  write(paper, `Bulto ${parcel} de ${parcels}`, { ...right, y: edge }, { size: 12, isBold: true, align: 'right' });
  if (trackingNumber !== null) {
    write(paper, trackingNumber, { ...right, y: edge + 15 }, { size: 9, align: 'right', lines: 1 });
  }
  let y = edge + 30;
  rule(paper, { x: edge, y, width: inner });
  y = reach(paper, edge, y + 5, 'De', { size: 8, isBold: true });
  y = reach(paper, edge, y + 1, from.name, { size: 9, lines: 1 });
  y = reach(paper, edge, y + 1, [from.address, `Tel. ${from.phone}`].filter((part) => part !== '').join(' · '), {
    size: 9,
    lines: 2,
  });
  rule(paper, { x: edge, y: y + 4, width: inner });
  return y + 4;
}

/** Draws the receiver in the largest type that fits. So the label shows even an address of two hundred letters is complete. */
function drawReceiver(paper: Paper, { to, serials, cash }: Label, top: number): void {
  const bottom = height - edge - codeHeight - 8 - (cash > 0 ? cashHeight + 6 : 0);
  const reference = to.reference === null ? '' : `Referencia: ${to.reference}`;
  const parts = (scale: number): [string, TextStyle][] => [
    ['Para', { size: 8, isBold: true }],
    [to.name, { size: 18 * scale, isBold: true }],
    [`Tel. ${to.phone}`, { size: 14 * scale, isBold: true }],
    [to.address, { size: 13 * scale }],
    [reference, { size: 11 * scale }],
    [serials.length === 0 ? '' : `Series: ${serials.join(', ')}`, { size: 9 * scale }],
  ];
  const heightAt = (scale: number): number =>
    parts(scale).reduce((sum, [text, style]) => sum + (text === '' ? 0 : heightOf(paper, text, style, inner) + 3), 0);
  const scale = [1, 0.85, 0.7, 0.6].find((each) => heightAt(each) <= bottom - top - 6) ?? 0.5;
  let y = top + 5;
  for (const [text, style] of parts(scale)) if (text !== '') y = reach(paper, edge, y, text, style) + 3;
}

/** Draws a label of 100 × 150 mm. The cash is white on black. */
export function drawLabel(paper: Paper, label: Label): void {
  paper.addPage({ size: [width, height], margin: 0 });
  drawReceiver(paper, label, drawHead(paper, label));
  let y = height - edge - codeHeight;
  if (label.cash > 0) {
    const top = y - 6 - cashHeight;
    paper.rect(edge, top, inner, cashHeight).fill('black');
    const small = { size: 8.5, isBold: true, colour: 'white' };
    write(paper, 'COBRAR EN\nEFECTIVO', { x: edge + 9, y: top + 11, width: 70 }, small);
    const large = { size: 27, isBold: true, align: 'right' as const, colour: 'white', lines: 1 };
    write(paper, formatQ(label.cash), { x: edge + 70, y: top + 5, width: inner - 79 }, large);
  } else {
    rule(paper, { x: edge, y: y - 4, width: inner });
  }
  y += 2;
  const side = codeHeight - 2;
  const bars = inner - side - mm(4);
  drawCode128(paper, label.shipmentId, { x: edge, y, width: bars, height: side - 18 });
  write(
    paper,
    label.shipmentId,
    { x: edge, y: y + side - 15, width: bars },
    { size: 12.5, isBold: true, align: 'center' },
  );
  drawQr(paper, label.shipmentId, { x: width - edge - side, y, side });
}
