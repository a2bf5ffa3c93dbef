import { productRunList } from '@ceiba/contract/desk/lists/product-runs';
import { ListPage } from '../list/list-page.tsx';
import { call, type DeskAnswer } from '../session/desk-client.ts';
import { productsPath, runHref, runPills } from './product-looks.ts';

type RunRow = DeskAnswer<'listProductRuns'>['data'][number];

const pills = { state: runPills };
const hrefOf = ({ id }: RunRow): string => runHref(id);
const isUnderWay = ({ state }: RunRow): boolean => state === 'applying';

/** "Cambios en lote": every run on products, the latest first (OFF-19). */
export function Component() {
  return (
    <ListPage
      list={productRunList}
      read={(query, options) => call('listProductRuns', { query }, options)}
      hrefOf={hrefOf}
      pills={pills}
      path={productsPath}
      isUnderWay={isUnderWay}
    />
  );
}
