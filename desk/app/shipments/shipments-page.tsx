import { shipmentList } from '@ceiba/contract/desk/lists/shipments';
import { addDays, guatemalaDate } from '@ceiba/domain/dates/civil-date';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { ListPage } from '../list/list-page.tsx';
import { PlaceNames } from '../list/place-names.tsx';
import { Button } from '../platform/button.tsx';
import { SelectField } from '../platform/field.tsx';
import { moneyText, nothing } from '../platform/formats.ts';
import { Pill } from '../platform/pill.tsx';
import { PrintLink } from '../platform/print-link.tsx';
import { ThumbBar } from '../platform/thumb-bar.tsx';
import { useIsWide } from '../platform/use-wide.ts';
import { followsChanges } from '../session/changes.ts';
import { call, type DeskAnswer, useDeskQuery } from '../session/desk-client.ts';
import { useMay } from '../session/session.ts';
import { ReadyRunButton } from './ready-run.tsx';
import { ShelfDialog } from './shelf-dialog.tsx';
import { AwaitingPill, HeldPill, LatePill, ShipmentPill } from './shipment-pills.tsx';
import { OwnWaves, type Place, TakeButton } from './take-wave.tsx';

type ShipmentRow = DeskAnswer<'listShipments'>['data'][number];

const cells = {
  state: ({ state, isLate, isHeld, awaitsGoods }: ShipmentRow) => {
    if (isHeld) return <HeldPill />;
    if (awaitsGoods) return <AwaitingPill />;
    return isLate ? <LatePill /> : <ShipmentPill state={state} />;
  },
  storeCode: ({ storeCode }: ShipmentRow) => storeCode && <PlaceNames codes={[storeCode]} />,
  // A shipment has no courier before it is assigned.
  courier: ({ courier, isPickup }: ShipmentRow) =>
    courier ?? (isPickup ? <span className="text-ink-muted">Recoger en tienda</span> : null),
  cashToCollect: ({ cashToCollect }: ShipmentRow) =>
    cashToCollect === 0 ? (
      <span className="text-ink-muted">{nothing}</span>
    ) : (
      <Pill look="corn" icon="banknote">
        {moneyText(cashToCollect)}
      </Pill>
    ),
};
const hrefOf = ({ id }: ShipmentRow): string => `/preparacion/${id}`;

/** Prepared filters of a place, with their counts. */
const viewsOf = (place: Place, now: Date) => {
  const { ready, storeCode } = place;
  const base = { state: 'ready', held: 'false', awaiting: 'false', storeCode };
  const today = guatemalaDate(now);
  return [
    { label: 'Todos', query: base, count: ready.all },
    { label: 'Atrasados', query: { ...base, late: 'true' }, count: ready.late },
    { label: 'Hoy', query: { ...base, promisedTo: today }, count: ready.today },
    {
      label: 'Mañana',
      query: { ...base, promisedFrom: addDays(today, 1), promisedTo: addDays(today, 1) },
      count: ready.tomorrow,
    },
    { label: 'Después', query: { ...base, promisedFrom: addDays(today, 2) }, count: ready.later },
    { label: 'En efectivo', query: { ...base, cash: 'true' }, count: ready.cash },
    { label: 'Recoger en tienda', query: { ...base, pickup: 'true' }, count: ready.pickup },
  ];
};

/** "Preparación" (WORK-06): the shipments ready at a place, by promised date, with a button that takes a wave of them. */
export function Component() {
  const [params] = useSearchParams();
  const may = useMay();
  const mayPick = may('shipments.pick');
  const preparation = useDeskQuery(
    'getPreparation',
    {},
    { enabled: mayPick, refetchInterval: 15_000, meta: followsChanges },
  );
  const places = preparation.data?.data.places ?? [];
  const chosen = params.get('storeCode');
  const place =
    chosen === null ? places[0] : places.find(({ storeCode, name }) => storeCode === chosen || name === chosen);
  // If the place is unknown, the ready shipments of all places.
  const ready = { state: 'ready', held: 'false', awaiting: 'false', ...(place && { storeCode: place.storeCode }) };
  const first = preparation.isPending ? null : ready;
  return (
    <ListPage
      list={shipmentList}
      read={(query, options) => call('listShipments', { query }, options)}
      hrefOf={hrefOf}
      cells={cells}
      refreshMs={15_000}
      first={mayPick ? first : undefined}
      bulk={(ids) => (
        <>
          {may('shipments.send') && <ReadyRunButton ids={ids} />}
          <PrintLink path={`shipments/labels?ids=${ids.join(',')}`}>Imprimir etiquetas</PrintLink>
        </>
      )}
      bulkMost={200}
      lead={<OwnWaves picks={preparation.data?.data.picks ?? []} />}
      {...(place && { views: viewsOf(place, new Date()) })}
      actions={mayPick && place && <TakeWave places={places} place={place} />}
    />
  );
}

/** The place, a button to set shelves, and the button that takes a wave, on a phone within the thumb's reach. */
function TakeWave({ places, place }: { places: readonly Place[]; place: Place }) {
  const [params, setParams] = useSearchParams();
  const may = useMay();
  const isWide = useIsWide();
  const [isPlacing, setIsPlacing] = useState(false);
  const choose = (storeCode: string): void => {
    const next = new URLSearchParams(params);
    next.set('storeCode', storeCode);
    for (const name of ['after', 'pos', 'row']) next.delete(name);
    setParams(next);
  };
  const button = place.ready.all > 0 && <TakeButton key={place.storeCode} place={place} />;
  return (
    <>
      {places.length > 1 && (
        <SelectField
          label="Lugar"
          isLabelHidden
          value={place.storeCode}
          onChange={({ target }) => choose(target.value)}
        >
          {places.map(({ storeCode, name }) => (
            <option key={storeCode} value={storeCode}>
              {name}
            </option>
          ))}
        </SelectField>
      )}
      {/* On a phone the shelf of a product is changed in its wave. */}
      {isWide && may('stock.move') && (
        <Button look="ghost" aria-haspopup="dialog" onClick={() => setIsPlacing(true)}>
          Estantes
        </Button>
      )}
      {isPlacing && (
        <ShelfDialog
          storeCode={place.storeCode}
          storeName={place.name}
          onDone={() => {}}
          onClose={() => setIsPlacing(false)}
        />
      )}
      {isWide ? button : button && <ThumbBar>{button}</ThumbBar>}
    </>
  );
}
