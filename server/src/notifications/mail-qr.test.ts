import { readTillSearch } from '@ceiba/domain/tills/till';
import bwip from 'bwip-js/node';
import { expect, test } from 'vitest';
import { qrPart } from './mail-qr.ts';

test('a QR code in a mail shows each module of the code, without a picture', () => {
  const { html, lines } = qrPart('Muéstralo en la caja', '100104996', ['O di tu número.']);
  const rows = [...html.markup.matchAll(/<tr>((?:<td bgcolor="#[0f]{6}" colspan="\d+"[^>]*><\/td>)+)<\/tr>/g)].map(
    ([, row = '']) =>
      [...row.matchAll(/bgcolor="(#[0f]{6})" colspan="(\d+)"/g)].flatMap(([, colour, length]) =>
        Array.from({ length: Number(length) }, () => (colour === '#000000' ? 1 : 0)),
      ),
  );
  const [symbol] = bwip.raw('qrcode', '100104996', 'eclevel=M');
  expect(rows.flat()).toEqual(symbol && 'pixs' in symbol ? symbol.pixs : []);
  expect(rows).toHaveLength(21);
  expect(html.markup).not.toContain('<img');
  expect(lines).toEqual(['Muéstralo en la caja', 'O di tu número.']);
  expect(readTillSearch('100104996')).toEqual({ orderNumber: '100104996' });
});
