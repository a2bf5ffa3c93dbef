import type { ApiError } from '@ceiba/contract/client';
import type { Pick } from '@ceiba/contract/desk/picks';
import { cx } from '@ceiba/ui/class-names';
import { DeskIcon } from '@ceiba/ui/desk-icon';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import { Loaded } from '../detail/detail-frame.tsx';
import { HistoryButton } from '../detail/history-card.tsx';
import { Button } from '../platform/button.tsx';
import { countedText } from '../platform/formats.ts';
import { Note, refusalText } from '../platform/notes.tsx';
import { PrintLink } from '../platform/print-link.tsx';
import { showFailure, showToast } from '../platform/toasts.tsx';
import { useIsWide } from '../platform/use-wide.ts';
import { ScanField, type ScanVerdict } from '../scan/scan-field.tsx';
import { useScanQueue } from '../scan/scan-queue.ts';
import { everything } from '../session/cache-keys.ts';
import { call, type DeskAnswer, queryKeyOf, useDeskQuery } from '../session/desk-client.ts';
import { useMay } from '../session/session.ts';
import { PageHead } from '../shell/page-head.tsx';
import { MissingDialog } from './missing-dialog.tsx';
import { firstPacking, PackingCard, packingBody } from './packing-card.tsx';
import { comingOf, leftOf, type PickRow } from './pick-units.ts';
import { ShelfDialog } from './shelf-dialog.tsx';

const reads = (row: PickRow, code: string): boolean =>
  row.sku === code || row.sku === code.toUpperCase() || row.codes.includes(code);

/**
 * The wave as it is once a unit of a product has been read, before any server has said so. One that was not found and turns up goes last, as
 * `scan_of_pick` in server/sql/functions/shipments.sql does.
 */
const withUnit = (pick: Pick, sku: string): { pick: Pick; row: PickRow | undefined; shipment: string } => {
  let shipment = '';
  const rows = pick.rows.map((row) => {
    if (row.sku !== sku) return row;
    const isOpen = ({ quantity, picked, missing }: PickRow['shipments'][number]) => picked + missing < quantity;
    // A held order takes none, whatever the server has seen meanwhile.
    const takers = row.shipments.filter(({ isHeld }) => !isHeld);
    const target = takers.find(isOpen) ?? takers.find(({ quantity, picked }) => picked < quantity);
    const found = target !== undefined && !isOpen(target) ? 1 : 0;
    shipment = target?.id ?? '';
    return {
      ...row,
      picked: row.picked + 1,
      missing: row.missing - found,
      shipments: row.shipments.map((each) =>
        each === target ? { ...each, picked: each.picked + 1, missing: each.missing - found } : each,
      ),
    };
  });
  return { pick: { ...pick, picked: pick.picked + 1, rows }, row: rows.find((row) => row.sku === sku), shipment };
};

/** What is still to be taken of a product: "Faltan 2 del estante A-1.". */
const leftText = (row: PickRow): string => {
  const left = leftOf(row);
  if (left > 0) {
    const where = row.shelf === null ? '' : ` del estante ${row.shelf}`;
    return `${left === 1 ? 'Falta' : 'Faltan'} ${left}${where}.`;
  }
  const coming = comingOf(row).map(({ name, quantity }) => `${comingText(quantity)} de ${name}.`);
  const missing = row.missing > 0 ? [`${countedText(row.missing, 'no encontrada', 'no encontradas')}.`] : [];
  return [...coming, ...missing].join(' ') || 'Ya están todas.';
};

const comingText = (units: number): string => (units === 1 ? '1 viene' : `${units} vienen`);

/** Shipments of which every unit was read. Held ones are not packed (WORK-24). */
const wholeOf = ({ rows, shipments }: Pick): string[] =>
  shipments
    .filter(({ state, isHeld }) => state === 'picking' && !isHeld)
    .map(({ id }) => id)
    .filter((id) =>
      rows.every((row) => row.shipments.every((each) => each.id !== id || each.picked === each.quantity)),
    );

/** A wave: units are read one after the other, in the order of their shelves (WORK-06, WORK-07, OFF-24). */
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
  const key = queryKeyOf('getPick', { params: { id } });
  const reload = (): void => void queries.invalidateQueries({ queryKey: key });
  // Those of a visit before are in no count that is shown.
  const own = useRef(new Set<string>());
  const queue = useScanQueue({
    work: `pick.${id}`,
    send: ({ scanId, code, serial }) =>
      call('scanPick', { params: { id }, body: { scanId, code, ...(serial !== '' && { serial }) } }),
    onAnswer: (_answer, { scanId }) => {
      if (!own.current.has(scanId)) reload();
    },
    onRefusal: (error: ApiError, { code }) => {
      setVerdict({ isRight: false, title: 'No se contó', text: `Leíste ${code}. ${refusalText(error)}` });
      reload();
    },
  });
  const count = (row: PickRow, code: string, serial: string): ScanVerdict => {
    own.current.add(queue.add(code, serial).scanId);
    const current = queries.getQueryData<DeskAnswer<'getPick'>>(key)?.data ?? pick;
    const next = withUnit(current, row.sku);
    queries.setQueryData<DeskAnswer<'getPick'>>(key, { status: 200, data: next.pick });
    setLast(row.sku);
    return {
      isRight: true,
      title: `Correcto: ${row.title}`,
      text: `Va en ${next.shipment}. ${leftText(next.row ?? row)}`,
    };
  };
  const dropSerial = (): void => {
    setWantsSerial(undefined);
    setVerdict({ isRight: true, title: 'Listo', text: 'Lee otro producto.' });
  };
  const onCode = (code: string): ScanVerdict => {
    setVerdict(undefined);
    const current = queries.getQueryData<DeskAnswer<'getPick'>>(key)?.data ?? pick;
    const row = current.rows.find((each) => reads(each, code));
    if (wantsSerial !== undefined) {
      const wanted = current.rows.find(({ sku }) => sku === wantsSerial.sku);
      setWantsSerial(undefined);
      // The code of a product is no serial: somebody has gone on to that one.
      if (wanted !== undefined && row === undefined) return count(wanted, wanted.sku, code);
    }
    const next = current.rows.find((each) => leftOf(each) > 0);
    const take =
      next === undefined ? '' : ` Toma ${next.title}${next.shelf === null ? '' : `, estante ${next.shelf}`}.`;
    if (row === undefined) return { isRight: false, title: 'No es de esta tanda', text: `Leíste ${code}.${take}` };
    const takers = row.shipments.filter(({ isHeld }) => !isHeld);
    if (takers.length === 0)
      return { isRight: false, title: `Detenida: ${row.title}`, text: `Apártala: su orden está detenida.${take}` };
    if (takers.every(({ picked, quantity }) => picked >= quantity))
      return { isRight: false, title: `Ya están todas: ${row.title}`, text: `Leíste ${code}.${take}` };
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
    void queries.invalidateQueries({ queryKey: everything });
    showToast(countedText(packed.value.data.packed.length, 'envío empacado', 'envíos empacados'));
    if (packed.value.data.left.length === 0) void navigate('/preparacion');
  };
  const isLeft = (row: PickRow): boolean => leftOf(row) > 0;
  // On a phone "No encontrado" stands at this one alone: also where none of it was read yet.
  const current = pick.rows.find((row) => row.sku === last && isLeft(row)) ?? pick.rows.find(isLeft);
  const whole = wholeOf(pick).length;
  const isWhole = whole > 0 && queue.waiting === 0;
  const held = pick.shipments.filter(({ isHeld, state }) => isHeld && state === 'picking').map(({ id: each }) => each);
  // What is to be read here: it falls with what is not found, and with what is held.
  const toRead = pick.picked + pick.rows.reduce((units, row) => units + leftOf(row), 0);
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
      <div className="scanhead">
        <ScanField
          {...(wantsSerial && { label: `Número de serie de ${wantsSerial.title}` })}
          onCode={onCode}
          onNothing={isWhole && !isPacking ? () => void pack() : undefined}
          verdict={verdict}
          waiting={queue.waiting}
          isOffline={queue.isOffline}
        />
        <div className="ct">
          <p className="count" aria-live="polite">
            <b>{pick.picked}</b>
            <span>{`de ${toRead}`}</span>
          </p>
          <progress className="bar" value={pick.picked} max={Math.max(1, toRead)} aria-label="Unidades leídas" />
        </div>
      </div>
      {held.length > 0 && (
        <Note
          kind="warning"
          title={held.length === 1 ? `Detenida: ${held[0]}` : `Detenidas: ${held.join(', ')}`}
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
      <div className="row between">
        <h2>Por estante</h2>
        <span id="why-packed" className="tiny muted">
          {why}
        </span>
      </div>
      <ul className="card picks" aria-label="Productos por estante">
        {pick.rows.map((row) => (
          <ProductRow
            key={row.sku}
            row={row}
            isCurrent={row === current}
            onMissing={(place) => setMissing({ row, ...(place && { place }) })}
            onShelf={() => setPlacing(row)}
          />
        ))}
      </ul>
      <PackingCard
        shipments={pick.shipments.filter(({ state, isHeld }) => state === 'picking' && !isHeld)}
        packing={packing}
        onChange={setPacking}
      />
      {!isWide && <div className="mbar">{button}</div>}
      {missing && (
        <MissingDialog
          row={pick.rows.find(({ sku }) => sku === missing.row.sku) ?? missing.row}
          place={missing.place}
          onClose={() => setMissing(undefined)}
          onDone={(text) => {
            if (text !== '') setVerdict({ isRight: true, title: 'Anotado', text });
            reload();
          }}
        />
      )}
      {placing && (
        <ShelfDialog
          storeCode={pick.storeCode}
          storeName={pick.storeName}
          product={placing}
          onDone={reload}
          onClose={() => setPlacing(undefined)}
        />
      )}
    </>
  );
}

interface ProductRowProps {
  row: PickRow;
  isCurrent: boolean;
  /** Without a place: at the wave's own. */
  onMissing: (place?: { storeCode: string; name: string }) => void;
  onShelf: () => void;
}

function ProductRow({ row, isCurrent, onMissing, onShelf }: ProductRowProps) {
  const may = useMay();
  const { sku, title, picture, shelf, picked, missing, shipments } = row;
  const left = leftOf(row);
  const coming = comingOf(row);
  const isHeld = shipments.some((each) => each.isHeld);
  const isDone = left === 0 && coming.length === 0 && !isHeld;
  const shelfText = shelf ?? 'Sin estante';
  return (
    <li className={cx('pick', isDone && missing === 0 && 'done', missing > 0 && 'miss', isCurrent && 'cur')}>
      <span className="shelf">
        {may('stock.move') ? (
          <button
            type="button"
            className="link"
            aria-haspopup="dialog"
            onClick={onShelf}
            aria-label={`${shelfText}, estante de ${title}`}
          >
            {shelfText}
          </button>
        ) : (
          shelfText
        )}
      </span>
      <img className="th l" src={picture} alt="" width="48" height="48" loading="lazy" />
      <span className="ell">
        <b className="strong ell">{title}</b>
        <span className="muted num dense">{sku}</span>
      </span>
      <span className="to">
        {shipments.map(({ id, line, quantity: units, isHeld }) => (
          <span key={`${id}/${line}`} className={cx('tagx num', isHeld && 'held')}>
            {isHeld && <DeskIcon name="circle-pause" />}
            {units > 1 ? `${id} ×${units}` : id}
            {isHeld && <span>detenida</span>}
          </span>
        ))}
        {coming.map((place) => (
          <span key={place.storeCode} className="row wrapx g4">
            <span className="soft tiny">{`${comingText(place.quantity)} de ${place.name}`}</span>
            <Button
              size="small"
              look="ghost"
              aria-haspopup="dialog"
              aria-label={`Allá tampoco está: ${title}, en ${place.name}`}
              onClick={() => onMissing(place)}
            >
              Allá tampoco está
            </Button>
          </span>
        ))}
      </span>
      <span className="q2">
        {isDone && missing === 0 ? (
          <span className="row g4 ok dense strong">
            <DeskIcon name="circle-check" />
            Listo
          </span>
        ) : (
          picked + left > 0 && (
            <>
              {picked} <small>{`de ${picked + left}`}</small>
            </>
          )
        )}
        {missing > 0 && <small className="bad">{countedText(missing, 'no encontrada', 'no encontradas')}</small>}
      </span>
      <span className="nf">
        {left > 0 && (
          <Button
            size="small"
            aria-haspopup="dialog"
            onClick={() => onMissing()}
            aria-label={`No encontrado: ${title}`}
          >
            No encontrado
          </Button>
        )}
      </span>
    </li>
  );
}
