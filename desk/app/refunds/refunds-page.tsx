import { refundList } from '@ceiba/contract/desk/lists/refunds';
import { figures } from '@ceiba/domain/reports/figures';
import { useState } from 'react';
import { FiguresHelp } from '../detail/figures-help.tsx';
import { ListPage } from '../list/list-page.tsx';
import { call, type DeskAnswer } from '../session/desk-client.ts';
import { RefundDetail } from './refund-detail.tsx';
import { isOnItsWay, refundPills } from './refund-looks.ts';

type RefundRow = DeskAnswer<'listRefunds'>['data'][number];

const pills = { state: refundPills };
const path = [{ label: 'Órdenes', to: '/ordenes' }];
const views = [
  { label: 'Todos', query: {} },
  { label: 'Por aprobar', query: { state: 'awaiting_approval' } },
  { label: 'Por entregar', query: { state: 'due', to: 'till,transfer' } },
];

/** Refunds that are done, due, or waiting for another person (WORK-19). A row opens the refund. */
export function Component() {
  const [opened, setOpened] = useState<string>();
  return (
    <>
      <ListPage
        list={refundList}
        read={(query, options) => call('listRefunds', { query }, options)}
        onOpen={({ id }: RefundRow) => setOpened(id)}
        pills={pills}
        path={path}
        views={views}
        isUnderWay={isOnItsWay}
        lead={<FiguresHelp figures={[figures.refund]} />}
      />
      {opened !== undefined && <RefundDetail key={opened} id={opened} onClose={() => setOpened(undefined)} />}
    </>
  );
}
