import type { ApiError } from '@ceiba/contract/client';
import type { Pick } from '@ceiba/contract/desk/picks';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import { Loaded } from '../detail/detail-frame.tsx';
import { HistoryButton } from '../detail/history-card.tsx';
import { Button } from '../platform/button.tsx';
import { countedText } from '../platform/formats.ts';
import { Note, refusalText } from '../platform/notes.tsx';
import { PrintLink } from '../platform/print-link.tsx';
import { ThumbBar } from '../platform/thumb-bar.tsx';
import { showFailure, showToast } from '../platform/toasts.tsx';
import { useIsWide } from '../platform/use-wide.ts';
import { ScanField, type ScanVerdict } from '../scan/scan-field.tsx';
import { ScanHead } from '../scan/scan-head.tsx';
import { useScanQueue } from '../scan/scan-queue.ts';
import { allDeskKeys } from '../session/cache-keys.ts';
import { call, useDeskQuery } from '../session/desk-client.ts';
import { PageHead } from '../shell/page-head.tsx';
import { MissingDialog } from './missing-dialog.tsx';
import { firstPacking, PackingCard, packingBody } from './packing-card.tsx';
import {
  arrivalKey,
  comingOf,
  comingText,
  type IncomingUnits,
  leftOf,
  type PickRow,
  withArrived,
} from './pick-units.ts';
import { ShelfDialog } from './shelf-dialog.tsx';
import { useWave } from './use-wave.ts';
import { ProductRow } from './wave-row.tsx';
import { fullyScannedOf, matchesCode, unitsLeftText, withUnit } from './wave-units.ts';

/** A wave: units are scanned one after the other, in the order of their shelves (WORK-06, WORK-07, OFF-24). */
export function Component() {
  const { id = '' } = useParams();
  const pick = useDeskQuery('getPick', { params: { id } }, { staleTime: Number.POSITIVE_INFINITY });
  return <Loaded query={pick}>{({ data }) => <WavePage key={data.id} pick={data} />}</Loaded>;
}

function WavePage({ pick }: { pick: Pick }) {
  const { id } = pick;
  const queries = useQueryClient();
  const navigate = useNavigate();
  const isWide = useIsWide();
  const [verdict, setVerdict] = useState<ScanVerdict>();
  const [wantsSerial, setWantsSerial] = useState<PickRow>();
  const [last, setLast] = useState<string>();
  const [isPacking, setIsPacking] = useState(false);
  const [missing, setMissing] = useState<{ row: PickRow; place?: { storeCode: string; name: string } }>();
  const [packing, setPacking] = useState(firstPacking);
  const [placing, setPlacing] = useState<PickRow>();
  const [arrived, setArrived] = useState<ReadonlySet<string>>(new Set());
  // The shipment that the page named for each scan. Scans of an earlier visit have no shipment here.
  const named = useRef(new Map<string, string>());
  const queue = useScanQueue({
    work: `pick.${id}`,
    send: ({ scanId, code, serial }) =>
      call('scanPick', { params: { id }, body: { scanId, code, ...(serial !== '' && { serial }) } }),
    onAnswer: ({ data: { shipment } }, { scanId, code }) => {
      const expected = named.current.get(scanId);
      if (expected === shipment) return;
      wave.reload();
      if (expected === undefined) return;
      const title = wave.current().rows.find((row) => matchesCode(row, code))?.title ?? code;
      setVerdict({
        isRight: false,
        title: `Va en ${shipment}, no en ${expected}`,
        text: `${title}: la tanda cambió mientras leías. Cámbialo de caja.`,
      });
    },
    onRefusal: (error: ApiError, { code }) => {
      setVerdict({ isRight: false, title: 'No se contó', text: `Leíste ${code}. ${refusalText(error)}` });
      wave.reload();
    },
  });
  const wave = useWave(pick, queue.waiting);
  const here = (row: PickRow): PickRow => withArrived(row, arrived);
  const arrive = (sku: string, places: readonly IncomingUnits[]): void => {
    setArrived(new Set([...arrived, ...places.map(({ storeCode }) => arrivalKey(sku, storeCode))]));
    setVerdict({ isRight: true, title: 'Anotado', text: 'Lee las unidades que llegaron.' });
  };
  const count = (row: PickRow, code: string, serial: string): ScanVerdict => {
    const next = withUnit(wave.current(), row.sku);
    named.current.set(queue.add(code, serial).scanId, next.shipment);
    wave.show(next.pick);
    setLast(row.sku);
    return {
      isRight: true,
      title: `Correcto: ${row.title}`,
      text: `Va en ${next.shipment}. ${unitsLeftText(here(next.row ?? row))}`,
    };
  };
  const dropSerial = (): void => {
    setWantsSerial(undefined);
    setVerdict({ isRight: true, title: 'Listo', text: 'Lee otro producto.' });
  };
  const onCode = (code: string): ScanVerdict => {
    setVerdict(undefined);
    const current = wave.current();
    const row = current.rows.find((each) => matchesCode(each, code));
    if (wantsSerial !== undefined) {
      const serialRow = current.rows.find(({ sku }) => sku === wantsSerial.sku);
      setWantsSerial(undefined);
      // A product's code is not a serial number. The person has started that product.
      if (serialRow !== undefined && row === undefined) return count(serialRow, serialRow.sku, code);
    }
    const next = current.rows.find((each) => leftOf(here(each)) > 0);
    const take =
      next === undefined ? '' : ` Toma ${next.title}${next.shelf === null ? '' : `, estante ${next.shelf}`}.`;
    if (row === undefined) return { isRight: false, title: 'No es de esta tanda', text: `Leíste ${code}.${take}` };
    const takers = row.shipments.filter(({ isHeld }) => !isHeld);
    if (takers.length === 0)
      return { isRight: false, title: `Detenida: ${row.title}`, text: `Apártala: su orden está detenida.${take}` };
    if (takers.every(({ picked, quantity }) => picked >= quantity))
      return { isRight: false, title: `Ya están todas: ${row.title}`, text: `Leíste ${code}.${take}` };
    const coming = comingOf(here(row));
    // More units than the shelf has. A unit came from another store, or was scanned twice.
    if (leftOf(here(row)) === 0 && coming.length > 0)
      return {
        isRight: false,
        title: `Todavía no llegan: ${row.title}`,
        text: `${coming.map(({ name, quantity }) => `${comingText(quantity)} de ${name}.`).join(' ')} ¿Ya llegaron?`,
        action: (
          <Button look="ghost" onClick={() => arrive(row.sku, coming)}>
            Ya llegaron
          </Button>
        ),
      };
    if (row.needsSerial) {
      setWantsSerial(row);
      return { isRight: true, title: row.title, text: 'Escanea su número de serie.' };
    }
    return count(row, code, '');
  };
  const pack = async (): Promise<void> => {
    setIsPacking(true);
    const packed = await call('packPick', { params: { id }, body: packingBody(packing) });
    setIsPacking(false);
    if (!packed.ok) return showFailure(refusalText(packed.error));
    void queries.invalidateQueries({ queryKey: allDeskKeys });
    showToast(countedText(packed.value.data.packed.length, 'envío empacado', 'envíos empacados'));
    if (packed.value.data.left.length === 0) void navigate('/preparacion');
  };
  const isLeft = (row: PickRow): boolean => leftOf(here(row)) > 0;
  // The product to take next, even if no unit of it was scanned yet.
  const current = pick.rows.find((row) => row.sku === last && isLeft(row)) ?? pick.rows.find(isLeft);
  const whole = fullyScannedOf(pick).length;
  const isWhole = whole > 0 && queue.waiting === 0;
  const heldIds = pick.shipments
    .filter(({ isHeld, state }) => isHeld && state === 'picking')
    .map(({ id: each }) => each);
  // Number of units to scan here, without missing and held units.
  const toRead = pick.picked + pick.rows.reduce((units, row) => units + leftOf(here(row)), 0);
  // Units that another place sends, until a person confirms their arrival.
  const coming = pick.rows.reduce(
    (units, row) => units + comingOf(here(row)).reduce((sum, { quantity }) => sum + quantity, 0),
    0,
  );
  const button = (
    <Button
      look="primary"
      icon="package-check"
      loading={isPacking}
      aria-disabled={!isWhole || undefined}
      aria-describedby="why-packed"
      onClick={isWhole ? () => void pack() : undefined}
    >
      Empacado
    </Button>
  );
  const why =
    pick.picked === pick.units
      ? 'Todas las unidades están confirmadas: Enter empaca'
      : whole > 0
        ? `Empaca ${whole === 1 ? 'el envío completo' : `los ${whole} envíos completos`}`
        : toRead === pick.picked
          ? 'Aquí no queda nada por leer: espera lo que viene de otra tienda, lo detenido o a soporte'
          : toRead === pick.units
            ? `Empacado se abre con las ${pick.units} unidades confirmadas`
            : 'Empacado se abre con el primer envío completo';
  return (
    <>
      <PageHead
        title={`Tanda ${id}`}
        caption={`${countedText(pick.shipments.length, 'envío', 'envíos')}, ${countedText(pick.units, 'unidad', 'unidades')} · ${pick.storeName}`}
        path={[{ label: 'Preparación', to: '/preparacion' }]}
        actions={
          <>
            <HistoryButton of={`la tanda ${id}`} entity="picks" entityId={id} />
            <PrintLink path={`picks/${id}/list?size=letter`}>Imprimir lista</PrintLink>
            <PrintLink path={`picks/${id}/list?size=strip`}>Lista 80 mm</PrintLink>
            <PrintLink path={`picks/${id}/labels`}>Imprimir etiquetas</PrintLink>
            {isWide && button}
          </>
        }
      />
      <ScanHead read={pick.picked} all={toRead} coming={coming} label="Unidades leídas">
        <ScanField
          {...(wantsSerial && { label: `Número de serie de ${wantsSerial.title}` })}
          onCode={onCode}
          onNothing={isWhole && !isPacking ? () => void pack() : undefined}
          verdict={verdict}
          waiting={queue.waiting}
          isOffline={queue.isOffline}
        />
      </ScanHead>
      {heldIds.length > 0 && (
        <Note
          kind="warning"
          title={heldIds.length === 1 ? `Detenida: ${heldIds[0]}` : `Detenidas: ${heldIds.join(', ')}`}
          isNews={false}
        >
          Aparta sus productos. No se leen ni se empacan hasta que alguien libere la orden.
        </Note>
      )}
      {wantsSerial && (
        <div>
          <Button look="ghost" onClick={dropSerial}>
            Leer otro producto
          </Button>
        </div>
      )}
      <div className="flex items-center gap-2 flex-wrap justify-between">
        <h2>Por estante</h2>
        <span id="why-packed" className="text-xs text-ink-muted">
          {why}
        </span>
      </div>
      <ul className="card overflow-hidden" aria-label="Productos por estante">
        {pick.rows.map((row) => (
          <ProductRow
            key={row.sku}
            row={row}
            isCurrent={row === current}
            arrived={arrived}
            onMissing={(place) => setMissing({ row, ...(place && { place }) })}
            onShelf={() => setPlacing(row)}
            onArrived={(places) => arrive(row.sku, places)}
          />
        ))}
      </ul>
      <PackingCard
        shipments={pick.shipments.filter(({ state, isHeld }) => state === 'picking' && !isHeld)}
        packing={packing}
        onChange={setPacking}
      />
      {!isWide && <ThumbBar>{button}</ThumbBar>}
      {missing && (
        <MissingDialog
          row={pick.rows.find(({ sku }) => sku === missing.row.sku) ?? missing.row}
          arrived={arrived}
          place={missing.place}
          onClose={() => setMissing(undefined)}
          onDone={(text) => {
            if (text !== '') setVerdict({ isRight: true, title: 'Anotado', text });
            wave.reload();
          }}
        />
      )}
      {placing && (
        <ShelfDialog
          storeCode={pick.storeCode}
          storeName={pick.storeName}
          product={placing}
          onDone={wave.reload}
          onClose={() => setPlacing(undefined)}
        />
      )}
    </>
  );
}
