import { formatQ } from '@ceiba/domain/money/money';
import { priceProofs } from '@ceiba/domain/prices/price-doubts';
import { type Command, databaseCommand } from '../platform/operations/command-line.ts';
import { checkRunning } from './check-prices.ts';

/** Lists all running discounts, and how each is proven (PRICE-06). The desk's "Revisión de ofertas" shows the same. */
export const priceCommands: readonly Command[] = [
  databaseCommand({
    usage: 'price-check',
    changes: null,
    summary:
      'lists each active discount with regular price, lowest price before, days and doubts. Exits with 1 if a discount ' +
      'is doubtful',
    canJson: true,
    takes: {},
    run: async ({ db, answer }) => {
      const found = await checkRunning(db.read, new Date());
      const doubted = found.filter(({ warnings }) => warnings.length > 0);
      answer(found, [
        ...found.flatMap(({ sku, proof, regularPrice, price, warnings }) => [
          `${sku.padEnd(20)} ${priceProofs[proof].padEnd(12)} ${formatQ(regularPrice)} → ${formatQ(price)}`,
          ...warnings.map((text) => `    ${text}`),
        ]),
        `${found.length} discounts run; ${doubted.length} are doubted.`,
      ]);
      return doubted.length === 0;
    },
  }),
];
