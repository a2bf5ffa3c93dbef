import { reasonField } from '@ceiba/contract/desk/fields';
import { listWordsMaxLength } from '@ceiba/contract/desk/list';
import { missingLineList } from '@ceiba/contract/desk/lists/missing-lines';
import type { DeskOrder } from '@ceiba/contract/desk/orders';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { FieldControl } from '../actions/field-control.tsx';
import { FormDialog } from '../actions/form-dialog.tsx';
import { useLandingForm } from '../actions/use-landing-form.ts';
import { useSearch } from '../actions/use-search.ts';
import { Loaded } from '../detail/detail-frame.tsx';
import { ListPage } from '../list/list-page.tsx';
import { PlaceNames } from '../list/place-names.tsx';
import { Button, ButtonLink } from '../platform/button.tsx';
import { ChoiceCard } from '../platform/choice-card.tsx';
import { Dialog } from '../platform/dialog.tsx';
import { countedText, phoneText } from '../platform/formats.ts';
import { Note } from '../platform/notes.tsx';
import { showToast } from '../platform/toasts.tsx';
import { RefundDialog } from '../refunds/refund-dialog.tsx';
import { rowsOf } from '../refunds/refund-rows.ts';
import { allDeskKeys } from '../session/cache-keys.ts';
import { call, type DeskAnswer, useDeskQuery } from '../session/desk-client.ts';
import { CancelDialog, PromiseDialog } from './order-actions.tsx';

type MissingLine = DeskAnswer<'listMissingLines'>['data'][number];
type Way = 'date' | 'reduce' | 'replace';

const cells = {
  phone: ({ phone }: MissingLine) => phoneText(phone),
  storeCode: ({ storeCode }: MissingLine) => storeCode && <PlaceNames codes={[storeCode]} />,
};

/** "Renglones sin existencias" (WORK-08): units that no place has, and the actions of support. */
export function Component() {
  const queries = useQueryClient();
  const [chosen, setChosen] = useState<MissingLine>();
  const close = (): void => {
    setChosen(undefined);
    void queries.invalidateQueries({ queryKey: allDeskKeys });
  };
  return (
    <>
      <ListPage
        list={missingLineList}
        read={(query, options) => call('listMissingLines', { query }, options)}
        onOpen={(row: MissingLine) => setChosen(row)}
        cells={cells}
        path={[{ label: 'Órdenes', to: '/ordenes' }]}
      />
      {chosen && <LineDialog key={chosen.id} line={chosen} onClose={close} />}
    </>
  );
}

function LineDialog({ line, onClose }: { line: MissingLine; onClose: () => void }) {
  const { orderNumber, title, missing, customer, phone } = line;
  const [way, setWay] = useState<Way>();
  const found = useDeskQuery('getDeskOrder', { params: { number: orderNumber } }, { staleTime: 0 });
  const order = found.data?.data;
  if (order !== undefined && way !== undefined)
    return <WayDialog order={order} line={line} way={way} onClose={onClose} />;
  return (
    <Dialog
      title={`${countedText(missing, 'unidad', 'unidades')} de ${title} sin existencias`}
      text={`Orden ${orderNumber} · ${customer} · ${phoneText(phone)}`}
      onClose={onClose}
    >
      <Loaded query={found}>{({ data }) => <Ways order={data} onWay={setWay} />}</Loaded>
    </Dialog>
  );
}

function Ways({ order, onWay }: { order: DeskOrder; onWay: (way: Way) => void }) {
  const may = (action: string): boolean => order.actions.includes(action);
  return (
    <div className="stack">
      <p className="text-ink-soft">Acuérdalo primero con quien compró.</p>
      {may('promise') && (
        <Button block icon="clock" onClick={() => onWay('date')}>
          Otra fecha
        </Button>
      )}
      {(may('refund') || may('cancel')) && (
        <Button block icon="undo-2" onClick={() => onWay('reduce')}>
          Reducir y reembolsar
        </Button>
      )}
      {may('edit') && (
        <Button block icon="package" onClick={() => onWay('replace')}>
          Otro producto
        </Button>
      )}
      <ButtonLink block look="ghost" icon="shopping-bag" to={`/ordenes/${order.number}`}>
        Ver la orden
      </ButtonLink>
    </div>
  );
}

function WayDialog({
  order,
  line,
  way,
  onClose,
}: {
  order: DeskOrder;
  line: MissingLine;
  way: Way;
  onClose: () => void;
}) {
  const { shipmentId, missing } = line;
  const queries = useQueryClient();
  const keep = (): void => void queries.invalidateQueries({ queryKey: allDeskKeys });
  if (way === 'date') return <PromiseDialog order={order} keep={keep} shipmentId={shipmentId} onClose={onClose} />;
  if (way === 'replace') return <ReplaceDialog order={order} line={line} onClose={onClose} />;
  if (!order.actions.includes('refund'))
    return <CancelDialog order={order} keep={keep} units={{ [line.line]: missing }} onClose={onClose} />;
  const rows = order.lines.filter((each) => each.line === line.line).flatMap((each) => rowsOf(each, order.shipments));
  const row = rows.find(({ shipment }) => shipment?.id === shipmentId) ?? rows[0];
  return (
    <RefundDialog
      order={order}
      start={{ units: row === undefined ? {} : { [row.key]: missing }, unsent: 'cancel' }}
      onClose={onClose}
      onDone={keep}
    />
  );
}

const wordsField = {
  kind: 'text',
  label: 'Producto nuevo',
  hint: 'Nombre o código',
  max: listWordsMaxLength,
  isOptional: true,
} as const;

/** Replaces the missing units by another product, found by name or code. The charge and the found units stay. */
function ReplaceDialog({ order, line, onClose }: { order: DeskOrder; line: MissingLine; onClose: () => void }) {
  const [sku, setSku] = useState<string>();
  const { form, said, isSending, send } = useLandingForm<Record<string, string>>({
    defaultValues: { words: '', reason: '' },
  });
  const words = form.watch('words') ?? '';
  const { groups, isPending } = useSearch(words);
  const products = groups.flatMap(({ hits }) => hits).filter(({ kind, id }) => kind === 'product' && id !== line.sku);
  const chosen = products.find(({ id }) => id === sku);
  const all = order.lines.find((each) => each.line === line.line)?.quantity ?? line.missing;
  const part =
    line.missing < all
      ? `Se cambia solo lo que falta: ${line.missing} de ${countedText(all, 'unidad', 'unidades')}. `
      : '';
  const replace = form.handleSubmit(async ({ reason = '' }) => {
    if (chosen === undefined) return;
    const { line: position, shipmentId } = line;
    const body = { version: order.version, line: position, sku: chosen.id, reason: reason.trim(), shipmentId };
    const input = { params: { number: order.number }, body };
    const landings = { sku: 'words', PRODUCT_NOT_FOUND: 'words', reason: 'reason' };
    const answer = await send((options) => call('replaceOrderLine', input, options), landings);
    if (!answer.ok) return;
    showToast(`${chosen.title} va en lugar de ${line.title}`);
    onClose();
  });
  return (
    <FormDialog
      title={`Otro producto en lugar de ${line.title}`}
      text={`${part}Se cobra lo mismo que hasta ahora. Si el producto nuevo vale menos, reembolsa la diferencia en la orden. Le avisamos por correo a quien compró.`}
      button="Cambiar producto"
      isSending={isSending}
      isOff={chosen === undefined}
      onSubmit={() => void replace()}
      onClose={onClose}
    >
      <FieldControl form={form} name="words" field={wordsField} />
      {words.trim() !== '' && !isPending && products.length === 0 && <p className="text-ink-muted">Nada por aquí</p>}
      {products.length > 0 && (
        <fieldset className="stack gap-2" aria-label="Productos encontrados">
          {products.slice(0, 6).map(({ id, title, text }) => (
            <ChoiceCard
              key={id}
              title={title}
              note={text}
              name="sku"
              checked={id === sku}
              onChange={() => setSku(id)}
            />
          ))}
        </fieldset>
      )}
      <FieldControl form={form} name="reason" field={reasonField} />
      {said !== undefined && <Note kind="error">{said}</Note>}
    </FormDialog>
  );
}
