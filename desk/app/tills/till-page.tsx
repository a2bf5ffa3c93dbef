import { differenceWithoutReason, tillMovementLabels } from '@ceiba/domain/tills/till';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { FieldDialog } from '../actions/field-dialog.tsx';
import { Card, Loaded } from '../detail/detail-frame.tsx';
import { type Fact, Facts } from '../detail/facts.tsx';
import { HistoryCard } from '../detail/history-card.tsx';
import { Button, ButtonLink } from '../platform/button.tsx';
import { momentText, moneyText, nothing, timeText } from '../platform/formats.ts';
import { EmptyNote, Note } from '../platform/notes.tsx';
import { Pill } from '../platform/pill.tsx';
import { PrintLink } from '../platform/print-link.tsx';
import { call, type DeskAnswer, queryKeyOf, useDeskQuery } from '../session/desk-client.ts';
import { useMay } from '../session/session.ts';
import { PageHead } from '../shell/page-head.tsx';
import { chooseTill, ownTillId } from './own-till.ts';
import { PayDesk } from './pay-desk.tsx';
import { ReceiptLinks } from './receipt-links.tsx';

export type Till = DeskAnswer<'getTill'>['data'];
type TillRow = DeskAnswer<'listTills'>['data'][number];

/** "Caja" (CASH-01, CASH-02): the till one stands at; which one is chosen once. */
export function Component() {
  const [chosen, setChosen] = useState(ownTillId);
  const choose = (id: string | null): void => {
    chooseTill(id);
    setChosen(id);
  };
  const tills = useDeskQuery('listTills', { query: { limit: 100 } });
  return (
    <Loaded query={tills}>
      {({ data }) => {
        const till = data.find(({ id }) => id === chosen) ?? onlyOne(data);
        return till === undefined ? (
          <Choice tills={data} onChoose={choose} />
        ) : (
          <AtTill key={till.id} id={till.id} onLeave={data.length > 1 ? () => choose(null) : undefined} />
        );
      }}
    </Loaded>
  );
}

const onlyOne = (tills: readonly TillRow[]): TillRow | undefined => {
  const named = tills.filter(({ isGeneral }) => !isGeneral);
  return named.length === 1 ? named[0] : undefined;
};

function Choice({ tills, onChoose }: { tills: readonly TillRow[]; onChoose: (id: string) => void }) {
  const may = useMay();
  const queries = useQueryClient();
  const [isAdding, setIsAdding] = useState(false);
  const places = useDeskQuery('listPlaces', {}, { enabled: isAdding });
  return (
    <>
      <PageHead
        title="Caja"
        caption="¿En qué caja estás?"
        actions={
          <>
            <ButtonLink to="/caja/reembolsos" icon="undo-2">
              Reembolsos por pagar
            </ButtonLink>
            {may('settings.edit') && (
              <Button icon="plus" aria-haspopup="dialog" onClick={() => setIsAdding(true)}>
                Nueva caja
              </Button>
            )}
          </>
        }
      />
      {tills.length === 0 ? (
        <EmptyNote icon="wallet" title="Nada por aquí">
          Ninguna tienda tiene cajas todavía.
        </EmptyNote>
      ) : (
        <ul className="cards-grid choices many" aria-label="Cajas">
          {tills.map(({ id, name, storeName, state, openedBy }) => (
            <li key={id}>
              <Button block size="large" onClick={() => onChoose(id)}>
                <span className="stack g4">
                  <b className="strong">{name}</b>
                  <small className="soft">{storeName}</small>
                  <small className="muted">{state === 'open' ? `Abierta por ${openedBy ?? nothing}` : 'Cerrada'}</small>
                </span>
              </Button>
            </li>
          ))}
        </ul>
      )}
      {isAdding && (
        <FieldDialog
          title="Nueva caja"
          button="Crear caja"
          fields={[
            {
              name: 'storeCode',
              label: 'Tienda',
              options: (places.data?.data ?? [])
                .filter(({ isPickup }) => isPickup)
                .map(({ storeCode, name }) => [storeCode, name] as const),
            },
            { name: 'name', label: 'Nombre', required: true },
          ]}
          send={({ storeCode = '', name = '' }, options) => call('createTill', { body: { storeCode, name } }, options)}
          done="Caja creada"
          onDone={() => void queries.invalidateQueries({ queryKey: ['desk', 'listTills'] })}
          onClose={() => setIsAdding(false)}
        />
      )}
    </>
  );
}

function AtTill({ id, onLeave }: { id: string; onLeave: (() => void) | undefined }) {
  const till = useDeskQuery('getTill', { params: { id } }, { refetchInterval: 15_000 });
  return <Loaded query={till}>{({ data }) => <TillPage till={data} onLeave={onLeave} />}</Loaded>;
}

type Asking = 'open' | 'move' | 'close';

function TillPage({ till, onLeave }: { till: Till; onLeave: (() => void) | undefined }) {
  const queries = useQueryClient();
  const may = useMay();
  const [asking, setAsking] = useState<Asking>();
  const { id, name, storeName, state, closing } = till;
  const isOpen = state === 'open';
  const reload = (): void => void queries.invalidateQueries({ queryKey: ['desk'] });
  const keep = (data: Till): void => {
    queries.setQueryData(queryKeyOf('getTill', { params: { id } }), { status: 200, data });
    void queries.invalidateQueries({ queryKey: ['desk', 'listTills'] });
  };
  return (
    <>
      <PageHead
        title="Caja"
        caption={`${name} · ${storeName}`}
        actions={
          <>
            <ButtonLink to="/caja/reembolsos" look="ghost" icon="undo-2">
              Reembolsos por pagar
            </ButtonLink>
            {onLeave && (
              <Button look="ghost" onClick={onLeave}>
                Cambiar de caja
              </Button>
            )}
          </>
        }
      />
      <div className="till">
        <div className="stack">
          {isOpen ? (
            <PayDesk till={till} onPaid={reload} />
          ) : (
            <Card title="La caja está cerrada">
              <Note kind="info">Cuenta el efectivo con que empieza y ábrela para cobrar.</Note>
              <Button
                look="primary"
                size="large"
                icon="wallet"
                aria-haspopup="dialog"
                onClick={() => setAsking('open')}
              >
                Abrir caja
              </Button>
              {closing && <Closing till={till} closing={closing} />}
            </Card>
          )}
        </div>
        <aside className="stack">
          <TillCard till={till}>
            {isOpen && (
              <div className="row">
                <Button className="grow" aria-haspopup="dialog" onClick={() => setAsking('move')}>
                  Retiro
                </Button>
                <Button className="grow" aria-haspopup="dialog" onClick={() => setAsking('close')}>
                  Cerrar caja
                </Button>
              </div>
            )}
          </TillCard>
          {isOpen && <Movements till={till} onChanged={reload} />}
          {may('tills.read') && <HistoryCard entity="tills" entityId={till.id} version={till.version} />}
        </aside>
      </div>
      {asking && <TillDialog till={till} asking={asking} onDone={keep} onClose={() => setAsking(undefined)} />}
    </>
  );
}

function TillCard({ till, children }: { till: Till; children?: ReactNode }) {
  const { name, storeName, state, openedBy, openedAt, float } = till;
  const isOpen = state === 'open';
  const facts: readonly Fact[] = [
    ['Tienda', storeName],
    ['Abrió', openedAt === null ? nothing : `${openedBy ?? ''}, ${momentText(openedAt)}`],
    ['Fondo', float === null ? nothing : moneyText(float)],
  ];
  return (
    <Card
      title={name}
      actions={
        <Pill look={isOpen ? 'good' : 'stone'} icon={isOpen ? 'circle-check' : 'lock'}>
          {isOpen ? 'Abierta' : 'Cerrada'}
        </Pill>
      }
    >
      <Facts facts={facts} />
      {children}
    </Card>
  );
}

function Movements({ till, onChanged }: { till: Till; onChanged: () => void }) {
  const [undoing, setUndoing] = useState<string>();
  /** Newest first: a payment was taken back by what stands before it; an order may be paid again after that. */
  const isUndone = (orderNumber: string, place: number): boolean =>
    till.movements.slice(0, place).some((newer) => newer.kind === 'unpaid' && newer.orderNumber === orderNumber);
  return (
    <>
      <Card title="Movimientos" isBare>
        {till.movements.length === 0 && <p className="pad muted">Nada por aquí</p>}
        <ul className="dense moves">
          {till.movements.map(({ id, kind, means, amount, orderNumber, reference, reason, at, by }, place) => (
            <li key={id}>
              <span className="muted num">{timeText(at)}</span>
              <span>
                {`${tillMovementLabels[kind]}${orderNumber === null ? '' : ` ${orderNumber}`}`}
                <small className="muted">
                  {means === 'card' ? `Tarjeta${reference === null ? '' : ` · ${reference}`}` : (reason ?? 'Efectivo')}
                  {` · ${by}`}
                </small>
                {kind === 'payment' && orderNumber !== null && !isUndone(orderNumber, place) && (
                  <span className="row wrapx g4">
                    <ReceiptLinks tillId={till.id} movementId={id} isSmall />
                    <Button
                      size="small"
                      look="ghost"
                      aria-label={`Anular el cobro de ${orderNumber}`}
                      aria-haspopup="dialog"
                      onClick={() => setUndoing(orderNumber)}
                    >
                      Anular
                    </Button>
                  </span>
                )}
              </span>
              <span className="num strong">{moneyText(amount)}</span>
            </li>
          ))}
        </ul>
      </Card>
      <p className="tiny muted">El efectivo esperado se ve después de contar, al cerrar.</p>
      {undoing !== undefined && (
        <FieldDialog
          title={`Anular el cobro de ${undoing}`}
          text="La orden vuelve a esperar su pago. En efectivo, entrega el dinero."
          button="Anular cobro"
          isDanger
          fields={[{ name: 'reason', label: 'Motivo', required: true }]}
          send={({ reason = '' }, options) =>
            call('unpayAtTill', { params: { id: till.id }, body: { orderNumber: undoing, reason } }, options)
          }
          done="Cobro anulado"
          onDone={onChanged}
          onClose={() => setUndoing(undefined)}
        />
      )}
    </>
  );
}

function Closing({ till, closing }: { till: Till; closing: NonNullable<Till['closing']> }) {
  const rows = [
    ['Efectivo esperado', closing.expected],
    ['Efectivo contado', closing.counted],
    ['Diferencia', closing.difference],
    ['Vouchers esperados', closing.expectedCards],
    ['Vouchers contados', closing.countedCards],
  ] as const;
  return (
    <>
      <h3>{`Último cierre: ${momentText(closing.closedAt)}, ${closing.closedBy}`}</h3>
      <Facts facts={rows.map(([label, amount]) => [label, moneyText(amount)])} />
      {closing.reason !== null && <p className="soft">{closing.reason}</p>}
      <span className="row wrapx">
        <PrintLink path={`tills/${till.id}/closings/${closing.id}?size=strip`}>Imprimir cierre</PrintLink>
        <PrintLink path={`tills/${till.id}/closings/${closing.id}?size=letter`}>Cierre en carta</PrintLink>
      </span>
    </>
  );
}

function TillDialog({
  till,
  asking,
  onDone,
  onClose,
}: {
  till: Till;
  asking: Asking;
  onDone: (till: Till) => void;
  onClose: () => void;
}) {
  const { id, version } = till;
  const params = { id };
  const shared = { onClose, onDone: (answer: { data: Till }) => onDone(answer.data) };
  if (asking === 'open')
    return (
      <FieldDialog
        title="Abrir caja"
        button="Abrir caja"
        fields={[{ name: 'float', label: 'Fondo contado', isMoney: true, required: true }]}
        send={({ float }, options) => call('openTill', { params, body: { version, float: Number(float) } }, options)}
        done="Caja abierta"
        {...shared}
      />
    );
  if (asking === 'move')
    return (
      <FieldDialog
        title="Retiro o ingreso"
        button="Registrar"
        fields={[
          {
            name: 'kind',
            label: 'Qué es',
            options: [
              ['out', tillMovementLabels.out],
              ['deposit', tillMovementLabels.deposit],
              ['in', tillMovementLabels.in],
            ],
          },
          { name: 'amount', label: 'Monto', isMoney: true, required: true },
          { name: 'reason', label: 'Motivo', required: true },
        ]}
        send={({ kind, amount, reason = '' }, options) => {
          const way = kind === 'in' || kind === 'deposit' ? kind : 'out';
          return call('moveTillCash', { params, body: { kind: way, amount: Number(amount), reason } }, options);
        }}
        done="Movimiento registrado"
        {...shared}
      />
    );
  return (
    <FieldDialog
      title="Cerrar caja"
      text="Cuenta antes de escribir: lo esperado se ve después."
      button="Cerrar caja"
      fields={[
        { name: 'counted', label: 'Efectivo contado', isMoney: true, required: true },
        { name: 'cards', label: 'Suma de vouchers', isMoney: true, value: '0' },
        {
          name: 'reason',
          label: 'Motivo de la diferencia',
          hint: `Solo si pasa de ${moneyText(differenceWithoutReason / 100)}.`,
        },
      ]}
      send={({ counted, cards, reason = '' }, options) => {
        const body = { version, counted: Number(counted), cards: Number(cards), ...(reason !== '' && { reason }) };
        return call('closeTill', { params, body }, options);
      }}
      done="Caja cerrada"
      {...shared}
    />
  );
}
