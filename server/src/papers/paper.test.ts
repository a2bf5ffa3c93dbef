import { expect, test, vi } from 'vitest';
import { drawSheet, type Sheet } from './draw-sheet.ts';
import { heightOf, printPapers, write } from './paper.ts';

const draw = (drawn: number[]) => (paper: Parameters<typeof write>[0], which: number) => {
  drawn.push(which);
  paper.addPage({ size: [283, 425], margin: 0 });
  write(paper, `Etiqueta ${which}`, { x: 10, y: 10, width: 200 }, { size: 12 });
};
const labels = Array.from({ length: 200 }, (_, at) => at + 1);

test('[OFF-27] each label is drawn when it is read, and after the reader stops, no more labels are drawn', async () => {
  const drawn: number[] = [];
  const pieces = printPapers('Etiquetas', labels, draw(drawn));
  for (let read = 0; read < 3; read += 1) await pieces.next();
  expect(drawn.length).toBeLessThan(6);
  await pieces.return(undefined);
  // During a hundred turns, all work that has started can end.
  for (let turn = 0; turn < 100; turn += 1) await new Promise(setImmediate);
  expect(drawn.length).toBeLessThan(6);
});

test('[OFF-27] a file that is read to its end contains every label', async () => {
  const drawn: number[] = [];
  const pieces: Uint8Array[] = [];
  for await (const piece of printPapers('Etiquetas', labels, draw(drawn))) pieces.push(piece);
  const text = Buffer.concat(pieces).toString('latin1');
  expect(drawn).toEqual(labels);
  expect(text.match(/\/Type \/Page\b/g)).toHaveLength(200);
  expect(text.trimEnd().endsWith('%%EOF')).toBe(true);
});

test('[OFF-27] on letter paper nothing overlaps with a text of several lines', async () => {
  const label = 'Comprobante de reembolso';
  const sheet: Sheet = {
    ...{ title: 'Ceiba', lines: [], table: null, totals: [], notes: [], code: null, signatures: [] },
    facts: [
      [label, '4418'],
      ['Atendió', 'Brenda Coc'],
    ],
  };
  const places: Record<string, number> = {};
  let height = 0;
  const draw = (paper: Parameters<typeof write>[0], what: Sheet): void => {
    height = heightOf(paper, label, { size: 10, isBold: true }, 90);
    const written = vi.spyOn(paper, 'text');
    drawSheet(paper, what, 'letter');
    for (const call of written.mock.calls) {
      const [words, , y]: readonly unknown[] = call;
      places[String(words)] = Number(y);
    }
    written.mockRestore();
  };
  for await (const _ of printPapers('Recibo', [sheet], draw));
  expect(height).toBeGreaterThan(20);
  expect((places.Atendió ?? 0) - (places[label] ?? 0)).toBeGreaterThanOrEqual(height);
});
