import { refundList } from '@ceiba/contract/desk/refunds';
import { figures } from '@ceiba/domain/reports/figures';
import { FiguresHelp } from '../detail/figures-help.tsx';
import { ListPage } from '../list/list-page.tsx';
import { call, type DeskAnswer } from '../session/desk-client.ts';
import { refundPills } from './refund-looks.ts';

type RefundRow = DeskAnswer<'listRefunds'>['data'][number];

const pills = { state: refundPills };
const path = [{ label: 'Órdenes', to: '/ordenes' }];
const hrefOf = ({ orderNumber }: RefundRow): string => `/ordenes/${orderNumber}`;

/** What was given back, and what is still to be: a row leads to its order. */
export function Component() {
  return (
    <ListPage
      list={refundList}
      read={(query, options) => call('listRefunds', { query }, options)}
      hrefOf={hrefOf}
      pills={pills}
      path={path}
      lead={<FiguresHelp figures={[figures.refund]} />}
    />
  );
}
