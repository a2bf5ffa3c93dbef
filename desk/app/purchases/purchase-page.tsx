import { reasonField } from '@ceiba/contract/desk/fields';
import { purchaseFields } from '@ceiba/contract/desk/purchase-fields';
import type { Purchase } from '@ceiba/contract/desk/purchases';
import { purchaseStateLabels, unitsOnTheWay } from '@ceiba/domain/purchases/purchase';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useParams } from 'react-router';
import { ActionButtons } from '../actions/action-buttons.tsx';
import type { DeskAction } from '../actions/desk-action.ts';
import { FieldDialog } from '../actions/field-dialog.tsx';
import { Card, DetailFrame, Loaded } from '../detail/detail-frame.tsx';
import { Facts } from '../detail/facts.tsx';
import { HistoryCard } from '../detail/history-card.tsx';
import { ButtonLink } from '../platform/button.tsx';
import { DownloadLink } from '../platform/download-link.tsx';
import { countedText, countText, dayText, longMomentText, moneyText } from '../platform/formats.ts';
import { Note } from '../platform/notes.tsx';
import { Pill } from '../platform/pill.tsx';
import { PrintLink } from '../platform/print-link.tsx';
import { RowList } from '../platform/row-list.tsx';
import { ThumbBar } from '../platform/thumb-bar.tsx';
import { Thumbnail } from '../platform/thumbnail.tsx';
import { showToast } from '../platform/toasts.tsx';
import { useIsWide } from '../platform/use-wide.ts';
import { listKey } from '../session/cache-keys.ts';
import { call, queryKeyOf, useDeskQuery } from '../session/desk-client.ts';
import { PageHead } from '../shell/page-head.tsx';
import { PurchaseForm } from './purchase-form.tsx';
import { costText, purchaseHref, purchasePills, purchasesPath } from './purchase-looks.ts';
import { ReceiptsCard } from './receipts-card.tsx';

export function Component() {
  const { number = '' } = useParams();
  const purchase = useDeskQuery('getPurchase', { params: { number } });
  return <Loaded query={purchase}>{({ data }) => <PurchasePage key={data.number} purchase={data} />}</Loaded>;
}

/** Shows a changed purchase immediately, and reads the lists and the stock of its products again. */
export const useKeepPurchase = () => {
  const queries = useQueryClient();
  return (data: Purchase): void => {
    queries.setQueryData(queryKeyOf('getPurchase', { params: { number: data.number } }), { status: 200, data });
    void queries.invalidateQueries({ queryKey: listKey('purchases') });
  };
};

/** A purchase: edited as a draft, ordered, received, or closed (BUY-02). */
function PurchasePage({ purchase }: { purchase: Purchase }) {
  const keep = useKeepPurchase();
  const isWide = useIsWide();
  const [isDirty, setIsDirty] = useState(false);
  const { number, state, version, supplier, actions, lines } = purchase;
  const isDraft = state === 'draft' && actions.includes('edit');
  const receive = actions.includes('receive') && (
    <ButtonLink look="primary" icon="package-open" to={`${purchaseHref(number)}/recibir`}>
      Recibir mercadería
    </ButtonLink>
  );
  return (
    <>
      <PageHead
        title={number}
        path={purchasesPath}
        caption={`${supplier} · ${countedText(lines.length, 'producto', 'productos')}`}
        beside={<Pill {...purchasePills[state]}>{purchaseStateLabels[state]}</Pill>}
        actions={
          <>
            <ActionButtons
              actions={purchaseActions(purchase, { isDirty, onDone: keep })}
              allowed={actions}
              {...(isDraft && { next: 'order' })}
            />
            {isWide && receive}
          </>
        }
      />
      <DetailFrame aside={<Aside purchase={purchase} />}>
        {purchase.closeReason !== null && <Note kind="info">{`Cerrada: ${purchase.closeReason}`}</Note>}
        {isDraft ? (
          <PurchaseForm
            // After a save, the form restarts with the stored lines.
            key={version}
            purchase={purchase}
            button="Guardar borrador"
            send={(body, options) =>
              call('changePurchase', { params: { number }, body: { version, ...body } }, options)
            }
            onDirty={setIsDirty}
            onDone={({ data }) => {
              setIsDirty(false);
              showToast('Guardado');
              keep(data);
            }}
          />
        ) : (
          <Lines purchase={purchase} />
        )}
        <ReceiptsCard purchase={purchase} onSaved={keep} />
      </DetailFrame>
      {!isWide && !isDraft && receive && <ThumbBar>{receive}</ThumbBar>}
    </>
  );
}

function Lines({ purchase: { lines, showsCosts, state } }: { purchase: Purchase }) {
  const isComing = state === 'ordered' || state === 'partlyReceived';
  return (
    <Card title="Productos" isBare>
      {lines.length === 0 && <p className="p-4 text-ink-muted">Nada por aquí</p>}
      <RowList aria-label="Productos de la compra">
        {lines.map((line) => (
          <li key={line.sku} className="flex flex-wrap items-center gap-3">
            <Thumbnail src={line.picture} size={32} />
            <span className="min-w-0 flex-1 wrap-anywhere max-lg:basis-3/5">
              {line.title}
              <small className="text-ink-muted">{[line.sku, line.supplierCode].filter(Boolean).join(' · ')}</small>
            </span>
            <span className="text-right tabular-nums">
              {`${countText(line.received)} de ${countText(line.quantity)}`}
              <small className="text-ink-muted">
                {[
                  isComing && unitsOnTheWay(line) > 0 && `${countText(unitsOnTheWay(line))} en camino`,
                  line.rejected > 0 && countedText(line.rejected, 'rechazada', 'rechazadas'),
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </small>
            </span>
            {showsCosts && <span className="w-24 text-right tabular-nums">{costText(line.unitCost)}</span>}
          </li>
        ))}
      </RowList>
    </Card>
  );
}

function Aside({ purchase }: { purchase: Purchase }) {
  const { number, version, supplier, supplierId, storeName, expectedOn, orderedAt, units, received, state } = purchase;
  const { showsCosts, extraCost, total, note, isDirect } = purchase;
  return (
    <>
      <Card title={isDirect ? 'Recibida sin orden' : 'Orden de compra'}>
        <Facts
          facts={[
            [
              'Proveedor',
              <Link key="supplier" className="link" to={`/compras/proveedores/${supplierId}`}>
                {supplier}
              </Link>,
            ],
            ['Llega a', storeName],
            ...(isDirect ? [] : [['Se espera el', expectedOn === null ? null : dayText(expectedOn)] as const]),
            ...(orderedAt === null ? [] : [['Pedida', longMomentText(orderedAt)] as const]),
            ['Unidades', countText(units)],
            ['Recibidas', countText(received)],
            ...(showsCosts
              ? ([
                  ['Flete e impuestos', moneyText(extraCost ?? 0)],
                  ['Costo total', total === null ? 'Falta el costo de un producto' : moneyText(total)],
                ] as const)
              : []),
          ]}
        />
        {note !== '' && <p className="text-ink-soft wrap-anywhere">{note}</p>}
        {state !== 'draft' && (
          <span className="flex flex-wrap gap-2">
            <PrintLink path={`purchases/${number}/paper`} isSmall />
            <DownloadLink href={`/v1/admin/purchases/${number}/csv`}>Descargar CSV</DownloadLink>
          </span>
        )}
      </Card>
      <HistoryCard entity="purchases" entityId={number} version={version} />
    </>
  );
}

const mailChoices = { none: 'No, solo marcarla', pdf: 'Sí, con un PDF', csv: 'Sí, con un CSV' } as const;
const fileChoices = { pdf: 'PDF', csv: 'CSV' } as const;

function purchaseActions(
  { number, version, supplierEmail, lines, state, expectedOn, extraCost, note, showsCosts }: Purchase,
  { isDirty, onDone }: { isDirty: boolean; onDone: (purchase: Purchase) => void },
): DeskAction[] {
  const params = { number };
  const keep = ({ data }: { data: Purchase }): void => onDone(data);
  const to = supplierEmail === null ? 'El proveedor no tiene correo.' : `El correo va a ${supplierEmail}.`;
  return [
    {
      verb: 'order',
      label: 'Pedir',
      permission: 'purchases.edit',
      ...(isDirty && { blocked: 'Guarda primero los cambios.' }),
      dialog: (onClose) => (
        <FieldDialog
          title={`Pedir ${number}`}
          text={`Son ${countedText(lines.length, 'producto', 'productos')}. Después ya no cambian. ${to}`}
          button="Pedir"
          fields={{
            mail: {
              kind: 'choice',
              label: 'Enviar al proveedor por correo',
              values: mailChoices,
              value: supplierEmail === null ? 'none' : 'pdf',
            },
          }}
          send={({ mail }, options) =>
            call('orderPurchase', { params, body: { version, mail: mail === 'none' ? null : mail } }, options)
          }
          done={`${number} pedida`}
          onDone={keep}
          onClose={onClose}
        />
      ),
    },
    {
      verb: 'send',
      label: 'Enviar al proveedor',
      icon: 'mail',
      permission: 'purchases.edit',
      dialog: (onClose) => (
        <FieldDialog
          title={`Enviar ${number} al proveedor`}
          text={to}
          button="Enviar correo"
          fields={{ mail: { kind: 'choice', label: 'Archivo', values: fileChoices } }}
          send={(body, options) => call('sendPurchase', { params, body }, options)}
          done="Correo enviado"
          onDone={keep}
          onClose={onClose}
        />
      ),
    },
    ...(state === 'ordered'
      ? [
          {
            verb: 'edit',
            label: 'Cambiar fecha o flete',
            icon: 'pencil' as const,
            permission: 'purchases.edit' as const,
            dialog: (onClose: () => void) => (
              <FieldDialog
                title={`Cambiar ${number}`}
                button="Guardar"
                fields={{
                  expectedOn: { ...purchaseFields.expectedOn, value: expectedOn ?? '' },
                  note: { ...purchaseFields.note, value: note },
                  extraCost: showsCosts
                    ? { ...purchaseFields.extraCost, value: extraCost ? extraCost.toFixed(2) : '' }
                    : undefined,
                }}
                send={({ expectedOn: day, note: text, extraCost: cost }, options) => {
                  const costs = showsCosts && { extraCost: cost ?? 0 };
                  const body = { version, expectedOn: day, note: text ?? '', ...costs };
                  return call('changePurchase', { params, body }, options);
                }}
                done="Guardado"
                onDone={keep}
                onClose={onClose}
              />
            ),
          },
        ]
      : []),
    {
      verb: 'close',
      label: 'Cerrar',
      isDanger: true,
      permission: 'purchases.edit',
      dialog: (onClose) => (
        <FieldDialog
          title={`Cerrar ${number}`}
          text="Ya no se recibe nada de ella, y lo que falta deja de estar en camino."
          button="Cerrar la compra"
          isDanger
          fields={{ reason: reasonField }}
          send={({ reason }, options) => call('closePurchase', { params, body: { version, reason } }, options)}
          done={`${number} cerrada`}
          onDone={keep}
          onClose={onClose}
        />
      ),
    },
  ];
}
