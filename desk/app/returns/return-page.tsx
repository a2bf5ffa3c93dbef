import { reasonField } from '@ceiba/contract/desk/fields';
import type { DeskReturn } from '@ceiba/contract/desk/returns';
import { figures } from '@ceiba/domain/reports/figures';
import { returnStateLabels } from '@ceiba/domain/returns/return-state';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useParams } from 'react-router';
import { ActionButtons } from '../actions/action-buttons.tsx';
import type { DeskAction } from '../actions/desk-action.ts';
import { FieldDialog } from '../actions/field-dialog.tsx';
import { useChange } from '../actions/use-change.ts';
import { Card, DetailFrame, Loaded } from '../detail/detail-frame.tsx';
import { type Fact, Facts } from '../detail/facts.tsx';
import { FiguresHelp } from '../detail/figures-help.tsx';
import { HistoryCard } from '../detail/history-card.tsx';
import { Button } from '../platform/button.tsx';
import { countedText, moneyText, phoneText } from '../platform/formats.ts';
import { Note, refusalText } from '../platform/notes.tsx';
import { Pill } from '../platform/pill.tsx';
import { Tag } from '../platform/tag.tsx';
import { ThumbBar } from '../platform/thumb-bar.tsx';
import { showToast } from '../platform/toasts.tsx';
import { useIsWide } from '../platform/use-wide.ts';
import { reportUnknownCode } from '../scan/report-unknown-code.ts';
import { ScanField, type ScanVerdict } from '../scan/scan-field.tsx';
import { ScanHead } from '../scan/scan-head.tsx';
import { listKey } from '../session/cache-keys.ts';
import { call, queryKeyOf, useDeskQuery } from '../session/desk-client.ts';
import { useMay } from '../session/session.ts';
import { PageHead } from '../shell/page-head.tsx';
import { OutcomeForm } from './outcome-form.tsx';
import { returnPills } from './return-pills.ts';
import { RejectedUnits, SendBackDialog } from './send-back-dialog.tsx';

export function Component() {
  const { number = '' } = useParams();
  const found = useDeskQuery('getDeskReturn', { params: { number } });
  return <Loaded query={found}>{({ data }) => <ReturnPage key={data.number} found={data} />}</Loaded>;
}

/** A return: approved or rejected, received by scanning, then an outcome for each unit (WORK-20). */
function ReturnPage({ found }: { found: DeskReturn }) {
  const queries = useQueryClient();
  const { number, state, actions, orderNumber, name } = found;
  const keep = (data: DeskReturn): void => {
    queries.setQueryData(queryKeyOf('getDeskReturn', { params: { number } }), { status: 200, data });
    void queries.invalidateQueries({ queryKey: listKey('returns') });
  };
  const may = (step: string): boolean => actions.includes(step);
  return (
    <>
      <PageHead
        title={number}
        path={[{ label: 'Devoluciones', to: '/devoluciones' }]}
        caption={`${name} · Orden ${orderNumber}`}
        beside={<Pill {...returnPills[state]}>{returnStateLabels[state]}</Pill>}
        actions={
          <ActionButtons
            actions={returnActions(found, keep)}
            allowed={actions}
            {...(state === 'requested' && { next: 'approve' })}
            {...(state === 'toSendBack' && { next: 'sendBack' })}
          />
        }
      />
      {may('receive') && <Receive found={found} onDone={keep} />}
      <DetailFrame aside={<Aside found={found} />}>
        {may('outcome') ? (
          <OutcomeForm key={found.outcomes.length} found={found} onDone={keep} />
        ) : (
          <Card title={found.title}>
            <p className="text-ink-soft whitespace-nowrap tabular-nums">{`${found.sku} · ${countedText(found.quantity, 'unidad', 'unidades')}`}</p>
            {state === 'toSendBack' && <RejectedUnits found={found} />}
            {found.answer !== null && <Note kind="info">{found.answer}</Note>}
          </Card>
        )}
        <Said found={found} />
      </DetailFrame>
    </>
  );
}

/** Each unit is scanned. The last unit completes the receipt without another press. */
function Receive({ found, onDone }: { found: DeskReturn; onDone: (found: DeskReturn) => void }) {
  const { number, version, quantity, codes, title, serials } = found;
  const isWide = useIsWide();
  const [read, setRead] = useState(0);
  const [verdict, setVerdict] = useState<ScanVerdict>();
  const { isSending, send } = useChange();
  const receive = async (): Promise<void> => {
    const received = await send((options) => call('receiveReturn', { params: { number }, body: { version } }, options));
    if (!received.ok) return setVerdict({ isRight: false, title: 'No se recibió', text: refusalText(received.error) });
    showToast(`${number} recibida`);
    onDone(received.value.data);
  };
  const onCode = (code: string): ScanVerdict => {
    setVerdict(undefined);
    const isIts = [...codes, ...serials, number].some((each) => each.toUpperCase() === code.toUpperCase());
    if (!isIts) {
      reportUnknownCode(code, null);
      return { isRight: false, title: 'No es de esta devolución', text: `Leíste ${code}. Debe llegar ${title}.` };
    }
    const now = Math.min(quantity, read + 1);
    setRead(now);
    if (now === quantity) void receive();
    const unscanned = quantity - now;
    return {
      isRight: true,
      title: `Correcto: ${title}`,
      text:
        unscanned === 0
          ? 'Ya están todas.'
          : `${unscanned === 1 ? 'Falta' : 'Faltan'} ${countedText(unscanned, 'unidad', 'unidades')}.`,
    };
  };
  const button = (
    <Button
      look={found.actions.includes('approve') ? 'outline' : 'primary'}
      loading={isSending}
      onClick={() => void receive()}
    >
      Recibir
    </Button>
  );
  return (
    <>
      <ScanHead read={read} all={quantity} label="Unidades leídas" action={isWide && button}>
        <ScanField onCode={onCode} verdict={verdict} />
      </ScanHead>
      {!isWide && <ThumbBar>{button}</ThumbBar>}
    </>
  );
}

function Said({ found: { number, reason, description, images } }: { found: DeskReturn }) {
  return (
    <Card title="Lo que dijo el cliente" actions={<Tag>{reason}</Tag>}>
      {description === '' ? <p className="text-ink-muted">Sin comentario</p> : <p>{`«${description}»`}</p>}
      {images > 0 && (
        <div className="flex flex-wrap gap-2.5">
          {Array.from({ length: images }, (_, index) => index + 1).map((image) => (
            <a
              key={image}
              className="relative size-[104px] rounded-sm bg-surface-sunken p-2"
              href={`/v1/admin/returns/${number}/pictures/${image}`}
              target="_blank"
              rel="noopener"
            >
              <img
                className="size-full object-contain"
                src={`/v1/admin/returns/${number}/pictures/${image}`}
                alt={`Foto ${image} de la devolución`}
                loading="lazy"
              />
            </a>
          ))}
        </div>
      )}
    </Card>
  );
}

function Aside({ found }: { found: DeskReturn }) {
  const may = useMay();
  const { number, version, orderNumber, phone, paidBy, refunded, history } = found;
  const facts: readonly Fact[] = [
    ['Teléfono', phone === null ? phone : phoneText(phone)],
    ...(paidBy === null ? [] : [['Pagado con', paidBy] as const]),
    ...(refunded === null || refunded === 0 ? [] : [[figures.refund.label, moneyText(refunded)] as const]),
  ];
  return (
    <>
      <Card title="Orden">
        <Link
          className="link whitespace-nowrap tabular-nums max-lg:inline-flex max-lg:min-h-11 max-lg:items-center"
          to={`/ordenes/${orderNumber}`}
        >
          {orderNumber}
        </Link>
        <Facts facts={facts} />
        {refunded !== null && refunded > 0 && <FiguresHelp figures={[figures.refund]} />}
      </Card>
      <HistoryCard
        entity="returns"
        entityId={number}
        version={version}
        events={history.map((each) => ({ ...each, icon: 'check' as const }))}
        showsChanges={may('orders.read')}
      />
    </>
  );
}

/** The actions of staff on a return. Each one sends a mail to its buyer. */
function returnActions(found: DeskReturn, onDone: (found: DeskReturn) => void): DeskAction[] {
  const { number, version } = found;
  const params = { number };
  const keep = ({ data }: { data: DeskReturn }): void => onDone(data);
  return [
    {
      verb: 'approve',
      label: 'Aprobar',
      permission: 'returns.approve',
      dialog: (onClose) => (
        <FieldDialog
          title={`Aprobar ${number}`}
          text="Le llega un correo con lo que escribas."
          button="Aprobar y avisar"
          fields={{
            instructions: {
              kind: 'text',
              label: 'Cómo nos lo hace llegar',
              max: 300,
              hint: 'Si lo dejas vacío, la llamarás tú.',
              isOptional: true,
            },
          }}
          send={({ instructions }, options) =>
            call(
              'approveReturn',
              { params, body: { version, ...(instructions !== null && { instructions }) } },
              options,
            )
          }
          done="Devolución aprobada"
          onDone={keep}
          onClose={onClose}
        />
      ),
    },
    {
      verb: 'reject',
      label: 'Rechazar',
      isDanger: true,
      permission: 'returns.approve',
      dialog: (onClose) => (
        <FieldDialog
          title={`Rechazar ${number}`}
          text="Le llega un correo con el motivo."
          button="Rechazar y avisar"
          isDanger
          fields={{ reason: { ...reasonField, label: 'Por qué no se acepta' } }}
          send={({ reason }, options) => call('rejectReturn', { params, body: { version, reason } }, options)}
          done="Devolución rechazada"
          onDone={keep}
          onClose={onClose}
        />
      ),
    },
    {
      verb: 'cancel',
      label: 'Cancelar devolución',
      permission: 'returns.approve',
      dialog: (onClose) => (
        <FieldDialog
          title={`Cancelar ${number}`}
          text="Quien compró se queda con el producto. Le llega un correo."
          button="Cancelar devolución"
          isDanger
          fields={{}}
          send={(_, options) => call('cancelDeskReturn', { params, body: { version } }, options)}
          done="Devolución cancelada"
          onDone={keep}
          onClose={onClose}
        />
      ),
    },
    {
      verb: 'sendBack',
      label: 'Regresar al cliente',
      icon: 'undo-2',
      permission: 'returns.receive',
      dialog: (onClose) => <SendBackDialog found={found} onDone={onDone} onClose={onClose} />,
    },
  ];
}
