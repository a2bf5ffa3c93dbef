import { pricePlanList } from '@ceiba/contract/desk/lists/price-plans';
import { ListPage } from '../list/list-page.tsx';
import type { PillStyle } from '../platform/pill.tsx';
import { call, type DeskAnswer } from '../session/desk-client.ts';

type PlanRow = DeskAnswer<'listPricePlans'>['data'][number];

const pills: Readonly<Record<string, Readonly<Record<string, PillStyle>>>> = {
  state: { planned: { look: 'sky', icon: 'calendar-clock' }, failed: { look: 'red', icon: 'circle-x' } },
};

const cells = {
  state: ({ state, why }: PlanRow) =>
    state === 'failed' && why !== '' ? (
      <span className="text-on-danger-soft">{`No se aplicó: ${why}`}</span>
    ) : undefined,
};

const views = [
  { label: 'Todos', query: {} },
  { label: 'Por empezar', query: { state: 'planned' } },
  { label: 'Sin aplicar', query: { state: 'failed' } },
];

/** "Precios planeados": future prices of single products and of price lists (PROD-09). */
export function Component() {
  return (
    <ListPage
      list={pricePlanList}
      read={(query, options) => call('listPricePlans', { query }, options)}
      hrefOf={({ sku }: PlanRow) => `/productos/${encodeURIComponent(sku)}`}
      cells={cells}
      pills={pills}
      views={views}
      path={[{ label: 'Productos', to: '/productos' }]}
    />
  );
}
