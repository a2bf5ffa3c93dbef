import type { DeskOrder } from '@ceiba/contract/desk/orders';
import { holdReasonTexts } from '@ceiba/domain/orders/timeline-texts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useParams } from 'react-router';
import { ActionButtons } from '../actions/action-buttons.tsx';
import { DetailFrame, Loaded, SaveBar } from '../detail/detail-frame.tsx';
import { useDetailForm } from '../detail/use-detail-form.ts';
import { longMomentText, nothing } from '../platform/formats.ts';
import { Note } from '../platform/notes.tsx';
import { Tag } from '../platform/tag.tsx';
import { isOnItsWay } from '../refunds/refund-looks.ts';
import { historyKey, listKey } from '../session/cache-keys.ts';
import { call, type DeskAnswer, pollWhile, queryKeyOf, useDeskQuery } from '../session/desk-client.ts';
import { useSession } from '../session/session.ts';
import { PageHead } from '../shell/page-head.tsx';
import { AcceptedTexts } from './accepted-texts.tsx';
import { orderActions } from './order-actions.tsx';
import {
  correctionOf,
  OrderCustomer,
  OrderPlaces,
  OrderTags,
  type OrderValues,
  orderFields,
  orderValues,
} from './order-form.tsx';
import { OrderShipments } from './order-lines.tsx';
import { OrderMails } from './order-mails.tsx';
import { OrderMoney } from './order-money.tsx';
import { OrderFlags, OrderPill } from './order-pills.tsx';
import { OrderNotes, OrderTalk } from './order-talk.tsx';

const path = [{ label: 'Órdenes', to: '/ordenes' }];

/** Polls while refunds are in transit or mails are about to be sent. */
const followOrder = pollWhile(
  ({ data: { refunds, mails } }: DeskAnswer<'getDeskOrder'>) =>
    refunds.some(isOnItsWay) || mails.some(({ state }) => state === 'waiting'),
);

/** An order (WORK-05). */
export function Component() {
  const { number = '' } = useParams();
  const order = useDeskQuery('getDeskOrder', { params: { number } }, { staleTime: 0, refetchInterval: followOrder });
  return <Loaded query={order}>{({ data }) => <OrderPage key={data.number} order={data} />}</Loaded>;
}

function OrderPage({ order }: { order: DeskOrder }) {
  const queries = useQueryClient();
  const { user } = useSession();
  const [isNoteTyped, setIsNoteTyped] = useState(false);
  const { number } = order;
  const key = queryKeyOf('getDeskOrder', { params: { number } });
  const keep = (data: DeskOrder): void => {
    queries.setQueryData(key, { status: 200, data });
    // A note or a mail does not change the order's version.
    void queries.invalidateQueries({ queryKey: historyKey('orders', number) });
    void queries.invalidateQueries({ queryKey: listKey('orders') });
  };
  const regions = () => queries.getQueryData<DeskAnswer<'listRegions'>>(queryKeyOf('listRegions', {}))?.data;
  const colleagues = () => queries.getQueryData<DeskAnswer<'listColleagues'>>(queryKeyOf('listColleagues', {}))?.data;
  const reread = (): void => void queries.invalidateQueries({ queryKey: key });
  const detail = useDetailForm<OrderValues, DeskOrder>({
    entity: order,
    fields: orderFields({
      region: (id) => regions()?.find(({ regionId }) => String(regionId) === id)?.region ?? id,
      colleague: (id) => colleagues()?.find((colleague) => colleague.id === id)?.name ?? nothing,
    }),
    valuesOf: orderValues,
    save: (changes, version, options) =>
      call('correctOrder', { params: { number }, body: correctionOf(changes, version) }, options),
    read: () => call('getDeskOrder', { params: { number } }),
    onSaved: keep,
  });
  return (
    <>
      <PageHead
        title={number}
        path={path}
        beside={
          <>
            <OrderPill status={order.status} />
            <OrderFlags {...order} />
            {order.tags.map((tag) => (
              <Tag key={tag}>{tag}</Tag>
            ))}
            <span className="text-ink-soft text-xs">{longMomentText(order.placedAt)}</span>
          </>
        }
        actions={
          <ActionButtons actions={orderActions({ order, keep, reread, userId: user.id })} allowed={order.actions} />
        }
      />
      {order.isHeld && (
        <Note kind="warning" title="Detenida" isNews={false}>
          {order.holdReasons.map((reason) => holdReasonTexts[reason] ?? reason).join(' · ')}
        </Note>
      )}
      <DetailFrame
        aside={
          <>
            <OrderCustomer order={order} />
            <OrderPlaces order={order} detail={detail} />
            <AcceptedTexts order={order} />
            <OrderTags order={order} detail={detail} />
            <OrderTalk order={order} keep={keep} onTyped={setIsNoteTyped} />
          </>
        }
      >
        <OrderNotes order={order} />
        <OrderShipments order={order} />
        <OrderMoney order={order} />
        <OrderMails order={order} keep={keep} />
      </DetailFrame>
      <SaveBar detail={detail} isMoreTyped={isNoteTyped} />
    </>
  );
}
