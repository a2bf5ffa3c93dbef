import { reasonField } from '@ceiba/contract/desk/fields';
import { refundDestinationLabels, refundStateLabels } from '@ceiba/domain/refunds/refund-labels';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { FieldDialog } from '../actions/field-dialog.tsx';
import { useChange } from '../actions/use-change.ts';
import { Loaded } from '../detail/detail-frame.tsx';
import { Button, ButtonLink } from '../platform/button.tsx';
import { Dialog } from '../platform/dialog.tsx';
import { momentText, moneyText } from '../platform/formats.ts';
import { Note, refusalText } from '../platform/notes.tsx';
import { Pill } from '../platform/pill.tsx';
import { showToast } from '../platform/toasts.tsx';
import { allDeskKeys } from '../session/cache-keys.ts';
import { call, type DeskAnswer, pollWhile, useDeskQuery } from '../session/desk-client.ts';
import { isOnItsWay, refundPills } from './refund-looks.ts';

type Refund = DeskAnswer<'getRefund'>['data'];

const followRefund = pollWhile(({ data }: DeskAnswer<'getRefund'>) => isOnItsWay(data));

/** A refund as a dialog over its list. Another person can approve or reject a waiting refund here (WORK-19). */
export function RefundDetail({ id, onClose }: { id: string; onClose: () => void }) {
  const found = useDeskQuery('getRefund', { params: { id } }, { refetchInterval: followRefund });
  const [isRejecting, setIsRejecting] = useState(false);
  const refund = found.data?.data;
  if (isRejecting && refund !== undefined) return <Rejecting refund={refund} onClose={onClose} />;
  return (
    <Dialog
      title={refund === undefined ? 'Reembolso' : `Reembolso de ${moneyText(refund.amount)}`}
      {...(refund !== undefined && { text: `Orden ${refund.orderNumber}` })}
      onClose={onClose}
      footer={refund && <Buttons refund={refund} onReject={() => setIsRejecting(true)} onClose={onClose} />}
    >
      <Loaded query={found}>{({ data }) => <Facts refund={data} />}</Loaded>
    </Dialog>
  );
}

const labelOf = <T,>(labels: Readonly<Record<string, T>>, value: string): T | undefined => labels[value];

function Facts({ refund }: { refund: Refund }) {
  const { state, lines, decidedBy, decidedAt } = refund;
  const [look, label] = [labelOf(refundPills, state), labelOf(refundStateLabels, state)];
  const amounts: readonly (readonly [string, number])[] = [
    ['Envío', refund.shipping],
    ['Donación', refund.donation],
    ['Cortesía', refund.goodwill],
  ];
  const parts = [
    ...lines.map(({ line, title, quantity, amount }) => ({ key: `${line}`, label: `${quantity} × ${title}`, amount })),
    ...amounts.flatMap(([label, amount]) => (amount === 0 ? [] : [{ key: label, label, amount }])),
  ];
  const facts: readonly (readonly [string, string | null])[] = [
    ['Devolver a', labelOf(refundDestinationLabels, refund.to) ?? null],
    ['Motivo', refund.reason],
    ['Se envía igual', refund.courtesyReason],
    ['Lo pidió', `${refund.by}, ${momentText(refund.createdAt)}`],
    [
      state === 'rejected' ? 'Lo rechazó' : 'Lo aprobó',
      decidedBy === null ? null : `${decidedBy}${decidedAt === null ? '' : `, ${momentText(decidedAt)}`}`,
    ],
    ['Por qué se rechazó', refund.rejection],
    ['Comprobante', refund.reference],
    ['Entregado', refund.doneAt === null ? null : momentText(refund.doneAt)],
  ];
  return (
    <div className="stack">
      {look && label && (
        <div>
          <Pill {...look}>{label}</Pill>
        </div>
      )}
      <dl className="facts">
        {parts.map(({ key, label, amount }) => (
          <div key={key}>
            <dt>{label}</dt>
            <dd>{moneyText(amount)}</dd>
          </div>
        ))}
        <div className="border-t border-border pt-1.5 font-semibold">
          <dt>Total</dt>
          <dd>{moneyText(refund.amount)}</dd>
        </div>
      </dl>
      <dl className="facts">
        {facts.map(
          ([label, text]) =>
            text !== null && (
              <div key={label}>
                <dt>{label}</dt>
                <dd className="wrap-anywhere">{text}</dd>
              </div>
            ),
        )}
      </dl>
      {state === 'awaiting_approval' && refund.actions.length === 0 && (
        <Note kind="info">Lo decide otra persona que pueda aprobar reembolsos.</Note>
      )}
    </div>
  );
}

/** Runs after a refund was approved or rejected in the dialog. */
const useDecided = (onClose: () => void): ((said: string) => void) => {
  const queries = useQueryClient();
  return (title) => {
    showToast(title);
    void queries.invalidateQueries({ queryKey: allDeskKeys });
    onClose();
  };
};

function Buttons({ refund, onReject, onClose }: { refund: Refund; onReject: () => void; onClose: () => void }) {
  const { id, actions, orderNumber, amount } = refund;
  const { error, isSending, send } = useChange();
  const decided = useDecided(onClose);
  const approve = async (): Promise<void> => {
    const answer = await send((options) => call('approveRefund', { params: { id }, body: {} }, options));
    if (answer.ok) decided(`Aprobado: ${moneyText(amount)}`);
  };
  return (
    <div className="stack min-w-0 flex-1 gap-2 wrap-anywhere">
      {error && <Note kind="error">{refusalText(error)}</Note>}
      <div className="ml-auto flex flex-wrap items-center gap-2 max-lg:flex-[1_0_100%] max-lg:*:flex-[1_0_auto]">
        <ButtonLink to={`/ordenes/${orderNumber}`}>Ver la orden</ButtonLink>
        {actions.includes('reject') && (
          <Button look="danger" onClick={onReject}>
            Rechazar
          </Button>
        )}
        {actions.includes('approve') && (
          <Button look="primary" icon="check" loading={isSending} onClick={() => void approve()}>
            {`Aprobar ${moneyText(amount)}`}
          </Button>
        )}
      </div>
    </div>
  );
}

function Rejecting({ refund: { id, amount, by }, onClose }: { refund: Refund; onClose: () => void }) {
  const queries = useQueryClient();
  return (
    <FieldDialog
      title={`Rechazar el reembolso de ${moneyText(amount)}`}
      text={`Nada cambia en la orden. ${by} recibe el motivo por correo.`}
      button="Rechazar"
      isDanger
      done="Reembolso rechazado"
      fields={{ reason: reasonField }}
      send={(body, options) => call('rejectRefund', { params: { id }, body }, options)}
      onDone={() => void queries.invalidateQueries({ queryKey: allDeskKeys })}
      onClose={onClose}
    />
  );
}
