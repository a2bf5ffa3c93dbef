import { priceCheckList } from '@ceiba/contract/desk/lists/price-checks';
import { priceDoubts } from '@ceiba/domain/prices/price-doubts';
import { ListPage } from '../list/list-page.tsx';
import type { PillStyle } from '../platform/pill.tsx';
import { call, type DeskAnswer } from '../session/desk-client.ts';

type CheckRow = DeskAnswer<'listPriceChecks'>['data'][number];

const pills: Readonly<Record<string, Readonly<Record<string, PillStyle>>>> = {
  proof: {
    doubted: { look: 'corn', icon: 'clock-alert' },
    unknown: { look: 'stone', icon: 'circle' },
    proven: { look: 'good', icon: 'circle-check' },
  },
};

const cells = { doubts: ({ doubts }: CheckRow) => doubts.map((doubt) => priceDoubts[doubt]).join(', ') };

const views = [
  { label: 'Todas', query: {} },
  { label: 'Con dudas', query: { proof: 'doubted' } },
  { label: 'Probadas', query: { proof: 'proven' } },
];

/** "Revisión de ofertas" (PRICE-06): the current discounts, each with its proof and the reasons for doubt. */
export function Component() {
  return (
    <ListPage
      list={priceCheckList}
      read={(query, options) => call('listPriceChecks', { query }, options)}
      hrefOf={({ sku }: CheckRow) => `/productos/${encodeURIComponent(sku)}`}
      cells={cells}
      pills={pills}
      views={views}
      path={[{ label: 'Productos', to: '/productos' }]}
    />
  );
}
