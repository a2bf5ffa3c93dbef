import { transferStates } from '@ceiba/contract/desk/lists/transfers';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useParams } from 'react-router';
import { ActionButtons } from '../actions/action-buttons.tsx';
import { useChange } from '../actions/use-change.ts';
import { Card, DetailFrame, Loaded } from '../detail/detail-frame.tsx';
import { Facts } from '../detail/facts.tsx';
import { HistoryCard } from '../detail/history-card.tsx';
import { Button } from '../platform/button.tsx';
import { countedText, countText, longMomentText } from '../platform/formats.ts';
import { Note, refusalText } from '../platform/notes.tsx';
import { Pill } from '../platform/pill.tsx';
import { RowList } from '../platform/row-list.tsx';
import { Segments } from '../platform/segments.tsx';
import { Stepper } from '../platform/stepper.tsx';
import { ThumbBar } from '../platform/thumb-bar.tsx';
import { showToast } from '../platform/toasts.tsx';
import { useIsWide } from '../platform/use-wide.ts';
import { useScanBatch } from '../scan/scan-batch.ts';
import { ScanField, type ScanVerdict } from '../scan/scan-field.tsx';
import { ScanHead } from '../scan/scan-head.tsx';
import { call, queryKeyOf, useDeskQuery } from '../session/desk-client.ts';
import { PageHead } from '../shell/page-head.tsx';
import { type Transfer, transferActions } from './transfer-actions.tsx';
import { transferPills } from './transfer-pills.ts';

type TransferLine = Transfer['lines'][number];

/** A transfer: goods are scanned where they leave, and again where they arrive (PROD-20). */
export function Component() {
  const { number = '' } = useParams();
  const transfer = useDeskQuery(
    'getTransfer',
    { params: { number } },
    { staleTime: 0, refetchInterval: ({ state }) => (state.data?.data.endedAt === null ? 15_000 : false) },
  );
  return <Loaded query={transfer}>{({ data }) => <TransferPage key={data.number} transfer={data} />}</Loaded>;
}

type Mode = 'send' | 'receive';

function TransferPage({ transfer }: { transfer: Transfer }) {
  const queries = useQueryClient();
  const isWide = useIsWide();
  const { number, state, actions, fromName, toName, version } = transfer;
  const keep = (data: Transfer): void =>
    void queries.setQueryData(queryKeyOf('getTransfer', { params: { number } }), { status: 200, data });
  const modes: readonly Mode[] = (['receive', 'send'] as const).filter((mode) => actions.includes(mode));
  const [chosen, setChosen] = useState<Mode>();
  const mode = chosen !== undefined && modes.includes(chosen) ? chosen : modes[0];
  return (
    <>
      <PageHead
        title={`Traslado ${number}`}
        caption={`${fromName} → ${toName}`}
        path={[{ label: 'Traslados', to: '/inventario/traslados' }]}
        beside={<Pill {...(transferPills[state] ?? { look: 'stone', icon: 'circle' })}>{transferStates[state]}</Pill>}
        actions={
          <ActionButtons actions={transferActions({ transfer, keep })} allowed={actions} most={isWide ? 2 : 1} />
        }
      />
      {modes.length > 1 && mode !== undefined && (
        <Segments
          label="Qué haces"
          value={mode}
          choices={[
            { value: 'receive', label: 'Recibir', icon: 'package-check' },
            { value: 'send', label: 'Enviar', icon: 'truck' },
          ]}
          onChange={setChosen}
        />
      )}
      {mode !== undefined && <ScanCard key={mode} mode={mode} transfer={transfer} keep={keep} />}
      <DetailFrame
        aside={
          <>
            <Summary transfer={transfer} />
            <HistoryCard entity="transfers" entityId={number} version={version} />
          </>
        }
      >
        <Lines transfer={transfer} />
        <Differences transfer={transfer} />
      </DetailFrame>
    </>
  );
}

const words = {
  send: { verb: 'Enviar', all: 'Enviar todo lo pedido', done: 'Salieron', label: 'Unidades por enviar' },
  receive: { verb: 'Recibir', all: 'Llegó todo', done: 'Llegaron', label: 'Unidades que llegaron' },
} as const;

/** Units of a line that this step may still take. Unrequested units may also be sent. */
const openUnits = (mode: Mode, { planned, sent, inTransit, available }: TransferLine): number =>
  mode === 'receive' ? inTransit : Math.max(0, Math.min(available, planned - sent));

const sumOf = (lines: readonly { quantity: number }[]): number =>
  lines.reduce((sum, { quantity }) => sum + quantity, 0);

/** Scans units that leave or arrive, and sends them together. */
function ScanCard({ mode, transfer, keep }: { mode: Mode; transfer: Transfer; keep: (data: Transfer) => void }) {
  const { number, version, lines } = transfer;
  const isWide = useIsWide();
  const batch = useScanBatch(`${number}.${mode}`);
  const rest = useChange();
  const [verdict, setVerdict] = useState<ScanVerdict>();
  const [titles, setTitles] = useState<Readonly<Record<string, string>>>({});
  const open = lines.reduce((sum, line) => sum + openUnits(mode, line), 0);
  const scanned = sumOf(batch.lines);

  /** Adds an unrequested product, if the server knows its code. */
  const lookUp = async (code: string): Promise<void> => {
    const found = await call('getProductStock', { params: { sku: code } });
    if (!found.ok) return setVerdict({ isRight: false, title: 'No se agregó', text: `Ningún producto tiene ${code}.` });
    const { sku, title } = found.value.data;
    batch.add(sku);
    setTitles((known) => ({ ...known, [sku]: title }));
    setVerdict({ isRight: true, title, text: 'No estaba pedido. Sale en este traslado.' });
  };
  const onCode = (code: string): ScanVerdict => {
    setVerdict(undefined);
    const line = lines.find(({ sku, codes }) => sku.toUpperCase() === code.toUpperCase() || codes.includes(code));
    if (line === undefined) {
      if (mode === 'receive') return { isRight: false, title: code, text: 'No viene en este traslado.' };
      void lookUp(code);
      return { isRight: true, title: code, text: 'Buscando…' };
    }
    const most = mode === 'receive' ? line.inTransit : line.available;
    const next = batch.unitsOf(line.sku) + 1;
    if (next > most) {
      const text = mode === 'receive' ? `Vienen ${most} y ya las leíste.` : `Hay ${most} para trasladar.`;
      return { isRight: false, title: line.title, text };
    }
    batch.add(line.sku);
    return { isRight: true, title: line.title, text: `Van ${next}.` };
  };
  const send = async (): Promise<void> => {
    const units = sumOf(batch.sending?.lines ?? batch.lines);
    const name = mode === 'send' ? 'sendTransfer' : 'receiveTransfer';
    const answer = await batch.send(version, (body, options) => call(name, { params: { number }, body }, options));
    if (answer === undefined) return;
    keep(answer.data);
    showToast(`${words[mode].done} ${countedText(units, 'unidad', 'unidades')}`);
  };
  const takeAll = async (): Promise<void> => {
    if (mode === 'receive') {
      for (const line of lines) if (line.inTransit > 0) batch.set(line.sku, line.inTransit);
      return;
    }
    const sent = await rest.send((options) => call('sendTransfer', { params: { number }, body: { version } }, options));
    if (!sent.ok) return;
    keep(sent.value.data);
    showToast('Salió todo lo pedido');
  };
  const isEmpty = scanned === 0 && batch.sending === null;
  const button = isEmpty ? (
    open > 0 && (
      <Button look="primary" loading={rest.isSending} onClick={() => void takeAll()}>
        {words[mode].all}
      </Button>
    )
  ) : (
    <Button look="primary" loading={batch.isSending} onClick={() => void send()}>
      {batch.sending === null
        ? `${words[mode].verb} ${countedText(scanned, 'unidad', 'unidades')}`
        : 'Volver a enviar lo leído'}
    </Button>
  );
  const error = batch.error ?? rest.error;
  return (
    <Card title={words[mode].label}>
      <ScanHead read={scanned} all={open} label="Unidades leídas" action={isWide && button}>
        <ScanField onCode={onCode} verdict={verdict} />
      </ScanHead>
      {batch.sending !== null && !batch.isSending && (
        <Note kind="warning" title="Sin respuesta">
          {`${countedText(sumOf(batch.sending.lines), 'unidad leída espera', 'unidades leídas esperan')} respuesta. Se cuentan una sola vez aunque las envíes de nuevo.`}
        </Note>
      )}
      {error && <Note kind="error">{refusalText(error)}</Note>}
      {batch.lines.length > 0 && (
        <RowList aria-label="Leídas">
          {batch.lines.map(({ sku, quantity }) => {
            const line = lines.find((each) => each.sku === sku);
            const title = line?.title ?? titles[sku] ?? sku;
            const most = line === undefined ? 99_999 : mode === 'receive' ? line.inTransit : line.available;
            return (
              <li key={sku} className="flex flex-wrap items-center justify-between gap-2">
                <span className="min-w-0 flex-1 wrap-anywhere">
                  {title}
                  <small className="text-ink-muted">{sku}</small>
                </span>
                <Stepper
                  label={`Unidades de ${title}`}
                  name={title}
                  value={quantity}
                  most={most}
                  hasMost={line !== undefined}
                  onChange={(units) => batch.set(sku, Math.min(units, most))}
                />
              </li>
            );
          })}
        </RowList>
      )}
      {!isWide && button && <ThumbBar>{button}</ThumbBar>}
    </Card>
  );
}

function Summary({ transfer }: { transfer: Transfer }) {
  const { units, inTransit, note, createdAt, createdBy, sentAt, endedAt, closeReason, shipment } = transfer;
  return (
    <Card title="Resumen">
      <Facts
        isWrapped
        facts={[
          ['Unidades', countText(units)],
          ['En camino', countText(inTransit)],
          ...(shipment === null
            ? []
            : [
                [
                  'Para el envío',
                  <Link key={shipment} className="link" to={`/preparacion/${shipment}`}>
                    {shipment}
                  </Link>,
                ] as const,
              ]),
          ['Creado', `${longMomentText(createdAt)}, ${createdBy}`],
          ['Salió', sentAt === null ? null : longMomentText(sentAt)],
          ['Terminó', endedAt === null ? null : longMomentText(endedAt)],
          ...(closeReason === null ? [] : [['Motivo', closeReason] as const]),
          ...(note === '' ? [] : [['Nota', note] as const]),
        ]}
      />
    </Card>
  );
}

const lineText = ({ planned, sent, received, returned, lost, inTransit }: TransferLine): string =>
  [
    planned > 0 ? `pedidas ${planned}` : 'no estaba pedido',
    sent > 0 && `enviadas ${sent}`,
    received > 0 && `recibidas ${received}`,
    returned > 0 && `regresaron ${returned}`,
    lost > 0 && `perdidas ${lost}`,
    inTransit > 0 && `en camino ${inTransit}`,
  ]
    .filter((text) => text !== false)
    .join(' · ');

const Lines = ({ transfer: { lines } }: { transfer: Transfer }) => (
  <Card title="Productos" isBare>
    {lines.length === 0 ? (
      <p className="p-4 text-ink-muted">Todavía no hay productos: escanea los que salen.</p>
    ) : (
      <RowList aria-label="Productos del traslado">
        {lines.map((line) => (
          <li key={line.sku} className="wrap-anywhere">
            {line.title}
            <small className="text-ink-muted">{`${line.sku} · ${lineText(line)}`}</small>
          </li>
        ))}
      </RowList>
    )}
  </Card>
);

const Differences = ({ transfer: { differences } }: { transfer: Transfer }) =>
  differences.length > 0 && (
    <Card title="Diferencias" isBare>
      <RowList aria-label="Diferencias">
        {differences.map(({ sku, title, units, fate, reason, at, by }) => (
          <li key={`${sku} ${at} ${fate}`} className="wrap-anywhere">
            {`${countedText(units, 'unidad', 'unidades')} de ${title}: ${fate === 'lost' ? 'no llegaron' : 'regresaron'}`}
            <small className="text-ink-muted">{`${reason} · ${by}, ${longMomentText(at)}`}</small>
          </li>
        ))}
      </RowList>
    </Card>
  );
