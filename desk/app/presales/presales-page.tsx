import { presaleList } from '@ceiba/contract/desk/lists/presales';
import { ListPage } from '../list/list-page.tsx';
import { call, type DeskAnswer } from '../session/desk-client.ts';

type Presale = DeskAnswer<'listPresales'>['data'][number];

/** "Preventas" (WORK-32): presale products by date, with the units that their orders wait for. */
export function Component() {
  return (
    <ListPage
      list={presaleList}
      read={(query, options) => call('listPresales', { query }, options)}
      hrefOf={({ sku }: Presale) => `/productos/${encodeURIComponent(sku)}`}
      path={[{ label: 'Productos', to: '/productos' }]}
    />
  );
}
