import { priceCheckList } from '@ceiba/contract/desk/lists/price-checks';
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

const views = [
  { label: 'Todas', query: {} },
  { label: 'Con dudas', query: { proof: 'doubted' } },
  { label: 'Probadas', query: { proof: 'proven' } },
];

/** "Revisión de ofertas" (PRICE-06): the discounts that run, each with its proof and its doubts. */
export function Component() {
  return (
    <ListPage
      list={priceCheckList}
      read={(query, options) => call('listPriceChecks', { query }, options)}
      hrefOf={({ sku }: CheckRow) => `/productos/${encodeURIComponent(sku)}`}
      pills={pills}
      views={views}
      path={[{ label: 'Productos', to: '/productos' }]}
    />
  );
}
