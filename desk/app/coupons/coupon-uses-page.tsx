import { couponUseList } from '@ceiba/contract/desk/lists/coupon-uses';
import { ListPage } from '../list/list-page.tsx';
import { call, type DeskAnswer } from '../session/desk-client.ts';

type CouponUse = DeskAnswer<'listCouponUses'>['data'][number];

/** "Usos de cupones" (PROD-13): the orders that used a coupon. */
export function Component() {
  return (
    <ListPage
      list={couponUseList}
      read={(query, options) => call('listCouponUses', { query }, options)}
      hrefOf={({ number }: CouponUse) => `/ordenes/${number}`}
      path={[{ label: 'Cupones', to: '/promociones/cupones' }]}
    />
  );
}
