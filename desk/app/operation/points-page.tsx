import { reasonField } from '@ceiba/contract/desk/fields';
import { pointsProgramTitle } from '@ceiba/domain/points/points';
import { useQueryClient } from '@tanstack/react-query';
import { Link } from 'react-router';
import { ActionButtons } from '../actions/action-buttons.tsx';
import type { DeskAction } from '../actions/desk-action.ts';
import { FieldDialog } from '../actions/field-dialog.tsx';
import { Card, Loaded } from '../detail/detail-frame.tsx';
import { countedText, momentText, moneyText } from '../platform/formats.ts';
import { Pill, type PillStyle } from '../platform/pill.tsx';
import { RowList } from '../platform/row-list.tsx';
import { callKey } from '../session/cache-keys.ts';
import { call, type DeskAnswer, useDeskQuery } from '../session/desk-client.ts';
import { PageHead } from '../shell/page-head.tsx';

type Waiting = DeskAnswer<'listWaitingPoints'>['data'][number];

const states: Record<Waiting['status'], PillStyle & { label: string }> = {
  capturing: { look: 'corn', icon: 'refresh-cw', label: 'Por cobrar' },
  giving_back: { look: 'sky', icon: 'undo-2', label: 'Por devolver' },
  holding: { look: 'stone', icon: 'circle', label: 'Apartándose' },
};

/**
 * "Puntos en espera": points that a loyalty program still has to deduct or return. The shop may write off points that the program no longer holds.
 */
export function Component() {
  const points = useDeskQuery('listWaitingPoints', {}, { staleTime: 0 });
  return (
    <>
      <PageHead title="Puntos en espera" path={[{ label: 'Operación', to: '/operacion' }]} />
      <Loaded query={points}>
        {({ data }) => (
          <Card title="Lo que se espera de los programas" isBare>
            {data.length === 0 ? (
              <p className="p-4 text-ink-muted">Nada por aquí</p>
            ) : (
              <RowList>
                {data.map((each) => (
                  <WaitingRow key={`${each.orderNumber} ${each.program} ${each.since}`} waiting={each} />
                ))}
              </RowList>
            )}
          </Card>
        )}
      </Loaded>
    </>
  );
}

function WaitingRow({ waiting }: { waiting: Waiting }) {
  const { orderNumber, program, points, amount, status, since } = waiting;
  const { label, ...look } = states[status];
  return (
    <li className="flex flex-wrap items-start gap-2">
      <span className="min-w-0 flex-1 basis-64">
        {orderNumber === null ? (
          <b className="font-semibold">Sin orden</b>
        ) : (
          <Link className="link font-semibold" to={`/ordenes/${orderNumber}`}>
            {`Orden ${orderNumber}`}
          </Link>
        )}{' '}
        <Pill {...look}>{label}</Pill>
        <small className="text-ink-muted">
          {`${pointsProgramTitle(program) ?? program} · ${countedText(points, 'punto', 'puntos')} · ${moneyText(amount)} · desde ${momentText(since)}`}
        </small>
      </span>
      {orderNumber !== null && status === 'capturing' && <WriteOff number={orderNumber} amount={amount} />}
    </li>
  );
}

function WriteOff({ number, amount }: { number: string; amount: number }) {
  const queries = useQueryClient();
  const action: DeskAction = {
    verb: `write-off-${number}`,
    label: 'Dar por perdidos',
    icon: 'circle-x',
    isDanger: true,
    permission: 'ops.act',
    dialog: (close) => (
      <FieldDialog
        title={`¿Dar por perdidos ${moneyText(amount)}?`}
        text="La tienda los paga. Solo se puede si el programa dice que ya no los tiene apartados."
        button="Dar por perdidos"
        isDanger
        fields={{ reason: reasonField }}
        send={({ reason }, options) => call('writeOffPoints', { params: { number }, body: { reason } }, options)}
        onDone={() => void queries.invalidateQueries({ queryKey: callKey('listWaitingPoints') })}
        done={`Orden ${number}: puntos dados por perdidos`}
        onClose={close}
      />
    ),
  };
  return <ActionButtons actions={[action]} size="small" />;
}
