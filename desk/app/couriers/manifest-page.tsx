import type { ApiError } from '@ceiba/contract/client';
import { maxForgotten } from '@ceiba/contract/desk/lists/manifests';
import { DeskIcon } from '@ceiba/ui/desk-icon';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { useParams } from 'react-router';
import { DialogButtons } from '../actions/form-dialog.tsx';
import { useChange } from '../actions/use-change.ts';
import { Card, DetailFrame, Loaded } from '../detail/detail-frame.tsx';
import { type Fact, Facts } from '../detail/facts.tsx';
import { HistoryCard } from '../detail/history-card.tsx';
import { Button, IconButton } from '../platform/button.tsx';
import { Dialog } from '../platform/dialog.tsx';
import { countedText, longMomentText, moneyText, nothing, timeText } from '../platform/formats.ts';
import { Note, refusalText } from '../platform/notes.tsx';
import { Pill, type PillStyle } from '../platform/pill.tsx';
import { PrintLink } from '../platform/print-link.tsx';
import { ThumbBar } from '../platform/thumb-bar.tsx';
import { showFailure, showToast } from '../platform/toasts.tsx';
import { useIsWide } from '../platform/use-wide.ts';
import { ScanField, type ScanVerdict } from '../scan/scan-field.tsx';
import { ScanHead } from '../scan/scan-head.tsx';
import { type Scan, useScanQueue } from '../scan/scan-queue.ts';
import { call, type DeskAnswer, queryKeyOf, useDeskQuery } from '../session/desk-client.ts';
import { PageHead } from '../shell/page-head.tsx';
import { chooseManifest } from './own-manifest.ts';

export type Manifest = DeskAnswer<'getManifest'>['data'];

type ScannedParcel = DeskAnswer<'scanManifest'>['data'];

/** A manifest with a scanned parcel added: newest first, and no longer counted as forgotten. */
const withScanned = (manifest: Manifest, { row, forgotten: _, ...totals }: ScannedParcel): Manifest => {
  const others = manifest.rows.filter(({ shipmentId }) => shipmentId !== row?.shipmentId);
  return {
    ...totals,
    rows: row === null ? others : [row, ...others],
    forgotten: manifest.forgotten.filter(({ shipmentId }) => shipmentId !== row?.shipmentId),
  };
};

/**
 * Returns whether a manifest plus the scan is complete. Otherwise another person has scanned or removed parcels, or
 * more were packed.
 */
const isWhole = (shown: Manifest, next: Manifest, scanned: ScannedParcel): boolean =>
  // A parcel that was already on the manifest does not raise its version.
  [shown.version, shown.version + 1].includes(scanned.version) &&
  next.rows.length === scanned.shipments &&
  // The list of forgotten parcels is capped; the next read brings the others.
  (next.forgotten.length === scanned.forgotten || scanned.forgotten === maxForgotten);

/** A manifest, read again while it is open and visible, so that newly packed parcels show before the manifest is closed. */
export const useManifest = (id: string | undefined) =>
  useDeskQuery(
    'getManifest',
    { params: { id: id ?? '' } },
    {
      enabled: id !== undefined,
      refetchInterval: ({ state }) => (state.data?.data.state === 'closed' ? false : 15_000),
      refetchOnWindowFocus: 'always',
    },
  );

export const manifestPills: Readonly<Record<string, PillStyle>> = {
  open: { look: 'sky', icon: 'pencil' },
  closed: { look: 'good', icon: 'circle-check' },
};

export function Component() {
  const { id = '' } = useParams();
  const manifest = useManifest(id);
  return (
    <Loaded query={manifest}>
      {({ data }) => (
        <ManifestPage key={data.id} manifest={data} path={[{ label: 'Manifiestos', to: '/manifiestos' }]} />
      )}
    </Loaded>
  );
}

/** A manifest: parcels are scanned onto it, one after the other, until it is closed (WORK-27). */
export function ManifestPage({
  manifest,
  actions,
  tabs,
  path = [],
}: {
  manifest: Manifest;
  actions?: ReactNode;
  /** Tabs of the other open manifests. */
  tabs?: ReactNode;
  path?: readonly { label: string; to: string }[];
}) {
  const queries = useQueryClient();
  const isWide = useIsWide();
  const [verdict, setVerdict] = useState<ScanVerdict>();
  const [refused, setRefused] = useState<readonly RefusedScan[]>([]);
  const { error, isSending, send } = useChange();
  const { id, state, version, courierName, storeName, openedAt, closedAt, rows, forgotten } = manifest;
  // Accounting can read an open manifest, but not change it.
  const isOpen = state === 'open' && manifest.actions.includes('scan');
  useEffect(() => {
    if (isOpen) chooseManifest(id);
  }, [id, isOpen]);
  const key = queryKeyOf('getManifest', { params: { id } });
  const readAgain = (): void => void queries.invalidateQueries({ queryKey: key });
  const keep = (data: Manifest): void => {
    // A pending read may be older than this answer, so it is repeated.
    const isReading = queries.isFetching({ queryKey: key }) > 0;
    queries.setQueryData<DeskAnswer<'getManifest'>>(key, { status: 200, data });
    if (isReading) readAgain();
  };
  /** The answer to a scan contains only its row. If another person has changed other rows, all rows are read again. */
  const add = (scanned: ScannedParcel): void => {
    const shown = queries.getQueryData<DeskAnswer<'getManifest'>>(key)?.data ?? manifest;
    const next = withScanned(shown, scanned);
    keep(next);
    if (!isWhole(shown, next, scanned)) readAgain();
  };
  const queue = useScanQueue({
    work: `manifest.${id}`,
    send: ({ scanId, code }) => call('scanManifest', { params: { id }, body: { scanId, code } }),
    onAnswer: ({ data }, { code }) => {
      add(data);
      setRefused((all) => all.filter((each) => each.code !== code));
      const { row } = data;
      const cash = row === null || row.cash === 0 ? 'Sin cobro' : `Cobra ${moneyText(row.cash)}`;
      const parcels = countedText(row?.parcels ?? 1, 'bulto', 'bultos');
      const text = `${row?.destination ?? ''}, ${parcels}. ${cash}.`;
      setVerdict({ isRight: true, title: `${row?.shipmentId ?? code} agregado`, text });
    },
    onRefusal: (refusal: ApiError, { scanId, code }) => {
      const text = refusalText(refusal);
      setVerdict({ isRight: false, title: 'No se agregó', text: `Leíste ${code}. ${text}` });
      setRefused((all) => [...all.filter((each) => each.code !== code), { scanId, code, text }]);
    },
  });
  const onCode = (code: string): ScanVerdict => {
    setVerdict(undefined);
    queue.add(code);
    return { isRight: true, title: code, text: 'Leído' };
  };
  const [isAsking, setIsAsking] = useState(false);
  const close = async (): Promise<void> => {
    setIsAsking(false);
    const body = { version, left: forgotten.length };
    const closed = await send((options) => call('closeManifest', { params: { id }, body }, options));
    if (!closed.ok) {
      readAgain();
      return;
    }
    keep(closed.value.data);
    showToast(`Salieron ${countedText(closed.value.data.shipments, 'envío', 'envíos')}`);
  };
  const remove = async (shipmentId: string): Promise<void> => {
    const removed = await call('removeFromManifest', { params: { id }, body: { shipmentId } });
    if (removed.ok) keep(removed.value.data);
    else showFailure(refusalText(removed.error));
  };
  const mayClose = isOpen && rows.length > 0 && queue.waiting === 0;
  const next = isOpen ? (
    <Button
      look="primary"
      icon="truck"
      loading={isSending}
      aria-disabled={!mayClose || undefined}
      aria-haspopup={forgotten.length > 0 ? 'dialog' : undefined}
      onClick={mayClose ? () => (forgotten.length > 0 ? setIsAsking(true) : void close()) : undefined}
    >
      Cerrar manifiesto
    </Button>
  ) : (
    <PrintLink path={`manifests/${id}/paper`} look="primary" />
  );
  return (
    <>
      <PageHead
        title={`Manifiesto ${id}`}
        caption={`${courierName} · ${storeName} · ${longMomentText(closedAt ?? openedAt)}`}
        path={path}
        beside={
          <Pill {...(manifestPills[state] ?? { look: 'stone', icon: 'circle' })}>{isOpen ? 'Abierto' : 'Cerrado'}</Pill>
        }
        actions={
          <>
            {actions}
            {isWide && next}
          </>
        }
      />
      {tabs}
      {isOpen && (
        <ScanHead
          read={rows.length + queue.waiting}
          all={rows.length + forgotten.length}
          done={rows.length}
          label="Envíos leídos"
        >
          <ScanField onCode={onCode} verdict={verdict} waiting={queue.waiting} isOffline={queue.isOffline} />
        </ScanHead>
      )}
      <RefusedScans
        refused={refused}
        onSeen={(scanId) => setRefused((all) => all.filter((each) => each.scanId !== scanId))}
      />
      {error && <Note kind="error">{refusalText(error)}</Note>}
      {!isOpen && (
        <Note kind="good" title="Cerrado">
          Sus envíos van en camino. Imprime la hoja y fírmenla los dos.
        </Note>
      )}
      <DetailFrame
        aside={
          <>
            <Totals manifest={manifest} />
            <HistoryCard entity="manifests" entityId={id} version={version} />
          </>
        }
      >
        <Rows manifest={manifest} onRemove={(shipmentId) => void remove(shipmentId)} />
      </DetailFrame>
      {!isWide && <ThumbBar>{next}</ThumbBar>}
      {isAsking && <LeftBehind forgotten={forgotten} onGo={() => void close()} onClose={() => setIsAsking(false)} />}
    </>
  );
}

/** Packed parcels that the courier would leave behind. Asked before the manifest is closed. */
function LeftBehind({
  forgotten,
  onGo,
  onClose,
}: {
  forgotten: Manifest['forgotten'];
  onGo: () => void;
  onClose: () => void;
}) {
  const count = countedText(forgotten.length, 'empacado no está', 'empacados no están');
  return (
    <Dialog
      role="alertdialog"
      title={`${count} en el manifiesto`}
      text={
        forgotten.length === 1
          ? 'Si lo cierras ahora, se queda para otro viaje.'
          : 'Si lo cierras ahora, se quedan para otro viaje.'
      }
      onClose={onClose}
      footer={
        <DialogButtons
          close="Volver a leer"
          onClose={onClose}
          isSending={false}
          button={forgotten.length === 1 ? 'Cerrar sin él' : 'Cerrar sin ellos'}
          onClick={onGo}
        />
      }
    >
      <ul className="stack gap-1" aria-label="Empacados que se quedan">
        {forgotten.map(({ shipmentId, destination }) => (
          <li key={shipmentId}>
            <b className="whitespace-nowrap tabular-nums font-semibold">{shipmentId}</b>
            <small className="text-ink-soft">{` ${destination}`}</small>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}

type RefusedScan = Pick<Scan, 'scanId' | 'code'> & { text: string };

/** Refused parcels, which must be put aside. Each stays until a person acknowledges it, whatever number of parcels is scanned after it. */
function RefusedScans({ refused, onSeen }: { refused: readonly RefusedScan[]; onSeen: (scanId: string) => void }) {
  if (refused.length === 0) return null;
  return (
    <ul className="stack gap-2" aria-label="No se agregaron">
      {refused.map(({ scanId, code, text }) => (
        <li key={scanId}>
          <Note
            kind="error"
            // The scan field has already announced the refusal.
            isNews={false}
            title={`${code} no se agregó`}
            actions={
              <Button size="small" aria-label={`Entendido: ${code}`} onClick={() => onSeen(scanId)}>
                Entendido
              </Button>
            }
          >
            {text}
          </Note>
        </li>
      ))}
    </ul>
  );
}

function Rows({
  manifest: { rows, actions },
  onRemove,
}: {
  manifest: Manifest;
  onRemove: (shipmentId: string) => void;
}) {
  return (
    <Card title={countedText(rows.length, 'envío', 'envíos')} isBare>
      {rows.length === 0 && <p className="p-4 text-ink-muted">Nada por aquí</p>}
      <ul aria-label="Envíos del manifiesto">
        {rows.map(({ shipmentId, destination, trackingNumber, parcels, cash, scannedAt }) => (
          <li key={shipmentId} className="flex items-center gap-2 flex-wrap justify-between p-4">
            <span className="min-w-0 flex-1 wrap-anywhere">
              <b className="whitespace-nowrap tabular-nums font-semibold">{shipmentId}</b>
              <small className="text-ink-soft">{` ${destination}`}</small>
              <small className="text-ink-muted whitespace-nowrap tabular-nums">{` ${[trackingNumber, timeText(scannedAt)].filter(Boolean).join(' · ')}`}</small>
            </span>
            <span className="whitespace-nowrap tabular-nums">{countedText(parcels, 'bulto', 'bultos')}</span>
            <span className="whitespace-nowrap tabular-nums font-semibold">
              {cash === 0 ? nothing : moneyText(cash)}
            </span>
            {actions.includes('remove') && (
              <IconButton size="sm" icon="x" label={`Quitar ${shipmentId}`} onClick={() => onRemove(shipmentId)} />
            )}
          </li>
        ))}
      </ul>
    </Card>
  );
}

function Totals({ manifest }: { manifest: Manifest }) {
  const { shipments, parcels, withCash, cash, forgotten, state } = manifest;
  const facts: readonly Fact[] = [
    ['Envíos', String(shipments)],
    ['Bultos', String(parcels)],
    ['Envíos con cobro', String(withCash)],
  ];
  return (
    <>
      <Card title="Total del manifiesto">
        <Facts facts={facts}>
          <div className="border-t border-border pt-1.5 font-semibold">
            <dt>Efectivo por cobrar</dt>
            <dd>{moneyText(cash)}</dd>
          </div>
        </Facts>
      </Card>
      {forgotten.length > 0 && (
        <Card
          title={
            <span className="flex items-center gap-2">
              <DeskIcon name="triangle-alert" />
              {countedText(
                forgotten.length,
                'empacado no está en el manifiesto',
                'empacados no están en el manifiesto',
              )}
            </span>
          }
          isBare
        >
          <ul>
            {forgotten.map(({ shipmentId, destination }) => (
              <li key={shipmentId} className="p-4">
                <b className="whitespace-nowrap tabular-nums font-semibold">{shipmentId}</b>
                <small className="text-ink-soft">{` ${destination}`}</small>
              </li>
            ))}
          </ul>
        </Card>
      )}
      {state === 'open' && (
        <p className="text-xs text-ink-muted">
          Al cerrar, los envíos pasan a En camino, se imprime la hoja con firma y el manifiesto ya no cambia.
        </p>
      )}
    </>
  );
}
