import type { Shipment } from '@ceiba/contract/desk/shipments';
import { useQueryClient } from '@tanstack/react-query';
import { Link, useParams } from 'react-router';
import { ActionButtons } from '../actions/action-buttons.tsx';
import { Card, DetailFrame, Loaded } from '../detail/detail-frame.tsx';
import { type Fact, Facts } from '../detail/facts.tsx';
import { HistoryCard } from '../detail/history-card.tsx';
import { ButtonLink } from '../platform/button.tsx';
import { countedText, dayText, longMomentText, moneyText, nothing } from '../platform/formats.ts';
import { Note } from '../platform/notes.tsx';
import { PrintLink } from '../platform/print-link.tsx';
import { Thumbnail } from '../platform/thumbnail.tsx';
import { callKey, listKey } from '../session/cache-keys.ts';
import { queryKeyOf, useDeskQuery } from '../session/desk-client.ts';
import { PageHead } from '../shell/page-head.tsx';
import { ProofCard } from './proof-card.tsx';
import { nextVerb, shipmentActions } from './shipment-actions.tsx';
import { AwaitingPill, HeldPill, LatePill, ShipmentPill } from './shipment-pills.tsx';

/** A shipment with its own lines, and the actions of this person. */
export function Component() {
  const { id = '' } = useParams();
  const shipment = useDeskQuery('getShipment', { params: { id } });
  return <Loaded query={shipment}>{({ data }) => <ShipmentPage key={data.id} shipment={data} />}</Loaded>;
}

function ShipmentPage({ shipment }: { shipment: Shipment }) {
  const queries = useQueryClient();
  const { id, state, isLate, isHeld, awaitsGoods, orderNumber } = shipment;
  const keep = (data: Shipment): void => {
    queries.setQueryData(queryKeyOf('getShipment', { params: { id: data.id } }), { status: 200, data });
    void queries.invalidateQueries({ queryKey: listKey('shipments') });
    void queries.invalidateQueries({ queryKey: callKey('getPreparation') });
  };
  const actions = shipmentActions(shipment, keep);
  return (
    <>
      <PageHead
        title={id}
        path={[{ label: 'Preparación', to: '/preparacion' }]}
        beside={
          <>
            <ShipmentPill state={state} />
            {isHeld && <HeldPill />}
            {awaitsGoods && <AwaitingPill />}
            {isLate && <LatePill />}
          </>
        }
        actions={<ActionButtons actions={actions} next={nextVerb(shipment)} />}
      />
      <DetailFrame
        aside={
          <>
            <ShipmentFacts shipment={shipment} />
            <ProofCard shipment={shipment} onSaved={keep} />
            <HistoryCard entity="shipments" entityId={id} version={shipment.version} />
          </>
        }
      >
        <Awaited shipment={shipment} />
        {shipment.sentAgainAs === null ? (
          <Lines shipment={shipment} />
        ) : (
          <Note kind="info" title="Salió de nuevo" isNews={false}>
            <Link to={`/preparacion/${shipment.sentAgainAs}`}>{shipment.sentAgainAs}</Link>
          </Note>
        )}
        <span className="flex items-center gap-2 flex-wrap">
          <PrintLink path={`shipments/labels?ids=${id}`}>Imprimir etiqueta</PrintLink>
          <PrintLink path={`shipments/${id}/slip?size=letter`}>Imprimir contenido</PrintLink>
          <PrintLink path={`shipments/${id}/slip?size=strip`}>Contenido en 80 mm</PrintLink>
          <ButtonLink to={`/ordenes/${orderNumber}`} look="ghost" icon="shopping-bag">
            {`Orden ${orderNumber}`}
          </ButtonLink>
        </span>
      </DetailFrame>
    </>
  );
}

/** Says what the shipment waits for: its transfers, or a presale. */
function Awaited({ shipment: { awaitsGoods, transfers } }: { shipment: Shipment }) {
  if (transfers.length > 0)
    return (
      <Note kind="info" title="Vienen unidades de otra tienda" isNews={false}>
        Se empaca cuando lleguen:{' '}
        {transfers.map(({ number, from }) => (
          <Link key={number} className="link" to={`/inventario/traslados/${number}`}>
            {`${number} desde ${from}`}
          </Link>
        ))}
      </Note>
    );
  return awaitsGoods ? (
    <Note kind="info" title="Espera una preventa" isNews={false}>
      Se prepara cuando lleguen sus unidades, en el orden en que se hicieron los pedidos.
    </Note>
  ) : null;
}

function Lines({ shipment }: { shipment: Shipment }) {
  const { lines, units, pickId, state } = shipment;
  return (
    <Card
      title={countedText(units, 'unidad', 'unidades')}
      actions={
        state === 'picking' && pickId !== null ? (
          <ButtonLink size="small" to={`/preparacion/tanda/${pickId}`}>{`Tanda ${pickId}`}</ButtonLink>
        ) : undefined
      }
    >
      <ul className="stack">
        {lines.map((line) => (
          <li key={line.line} className="flex items-center gap-2 flex-wrap justify-between">
            <span className="flex items-center gap-2">
              <Thumbnail src={line.picture} />
              <span>
                <b className="font-semibold">{line.title}</b>
                <small className="text-ink-muted whitespace-nowrap tabular-nums">{` ${line.sku}`}</small>
                {line.serials.length > 0 && (
                  <small className="text-ink-soft whitespace-nowrap tabular-nums">{`Series: ${line.serials.join(', ')}`}</small>
                )}
                {line.comesFrom.map(({ storeCode, quantity }) => (
                  <small key={storeCode} className="text-ink-soft">{`${quantity} viene de ${storeCode}`}</small>
                ))}
              </span>
            </span>
            <span className="whitespace-nowrap tabular-nums">
              {state === 'picking' && line.isGoods ? `${line.picked} de ${line.quantity}` : `${line.quantity}`}
            </span>
          </li>
        ))}
      </ul>
      {lines.some(({ missing }) => missing > 0) && (
        <Note kind="warning" title="Faltan unidades">
          Nadie las encuentra. Soporte acuerda con quien compró si se cancelan o llegan después.
        </Note>
      )}
    </Card>
  );
}

function ShipmentFacts({ shipment }: { shipment: Shipment }) {
  const facts: readonly Fact[] = [
    ['Entrega', shipment.destination],
    ['Lugar', shipment.storeCode],
    ['Prometido', shipment.promisedOn === null ? nothing : dayText(shipment.promisedOn)],
    ['Desde', longMomentText(shipment.since)],
    ['Sale por', shipment.courier],
    ['Guía', shipment.trackingNumber],
    ['Bultos', String(shipment.parcels)],
    ['Intentos', String(shipment.attempts)],
    ['Cobra al entregar', shipment.cashToCollect === 0 ? nothing : moneyText(shipment.cashToCollect)],
    ...(shipment.cashCollected === null ? [] : [['Cobrado', moneyText(shipment.cashCollected)] as const]),
    ...(shipment.receiver === null ? [] : [['Recibió', shipment.receiver] as const]),
    ...(shipment.reason === null ? [] : [['Motivo', shipment.reason] as const]),
  ];
  return (
    <Card title="Envío">
      <Facts facts={facts} />
    </Card>
  );
}
