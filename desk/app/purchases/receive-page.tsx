import { readTyped } from '@ceiba/contract/desk/fields';
import { purchaseFields } from '@ceiba/contract/desk/purchase-fields';
import type { Purchase } from '@ceiba/contract/desk/purchases';
import { extraUnits, maxPurchaseUnits, unitsOnTheWay } from '@ceiba/domain/purchases/purchase';
import { useEffect, useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import { FieldControl } from '../actions/field-control.tsx';
import { DialogButtons, FormDialog } from '../actions/form-dialog.tsx';
import { useLandingForm } from '../actions/use-landing-form.ts';
import { Card, DetailFrame, Loaded } from '../detail/detail-frame.tsx';
import { LeaveGuard } from '../detail/leave-guard.tsx';
import { draftText, readDraft, storeDraft } from '../detail/stored-draft.ts';
import { Button } from '../platform/button.tsx';
import { Dialog } from '../platform/dialog.tsx';
import { countedText, countText } from '../platform/formats.ts';
import { EmptyNote, Note } from '../platform/notes.tsx';
import { RowList } from '../platform/row-list.tsx';
import { Stepper } from '../platform/stepper.tsx';
import { ThumbBar } from '../platform/thumb-bar.tsx';
import { Thumbnail } from '../platform/thumbnail.tsx';
import { showToast } from '../platform/toasts.tsx';
import { useIsWide } from '../platform/use-wide.ts';
import { reportUnknownCode } from '../scan/report-unknown-code.ts';
import { ScanField, type ScanVerdict } from '../scan/scan-field.tsx';
import { ScanHead } from '../scan/scan-head.tsx';
import { call, useDeskQuery } from '../session/desk-client.ts';
import { draftKeyOf } from '../session/draft-keys.ts';
import { useSession } from '../session/session.ts';
import { PageHead } from '../shell/page-head.tsx';
import { purchaseHref, purchasesPath } from './purchase-looks.ts';
import { useKeepPurchase } from './purchase-page.tsx';

type Line = Purchase['lines'][number];

/** Units of a product that a person has counted at the gate. */
interface Count {
  quantity: number;
  rejected: number;
  reason: string;
}
type Counts = Readonly<Record<string, Count>>;

const none: Count = { quantity: 0, rejected: 0, reason: '' };
const countOf = (counts: Counts, sku: string): Count => counts[sku] ?? none;

export function Component() {
  const { number = '' } = useParams();
  const purchase = useDeskQuery('getPurchase', { params: { number } });
  return (
    <Loaded query={purchase}>
      {({ data }) =>
        data.actions.includes('receive') ? (
          <ReceivePage key={data.number} purchase={data} />
        ) : (
          <>
            <PageHead title={`Recibir ${data.number}`} path={[...purchasesPath, crumbOf(data)]} />
            <EmptyNote icon="circle-check" title="Nada por recibir">
              De esta compra ya no se recibe mercadería.
            </EmptyNote>
          </>
        )
      }
    </Loaded>
  );
}

const crumbOf = ({ number }: Purchase) => ({ label: number, to: purchaseHref(number) });

/** A delivery at the gate: units are scanned or counted, and one press adds all units to the stock (BUY-03). */
function ReceivePage({ purchase }: { purchase: Purchase }) {
  const { number, version, lines, supplier, storeCode } = purchase;
  const { user } = useSession();
  const isWide = useIsWide();
  const navigate = useNavigate();
  const keep = useKeepPurchase();
  const draftKey = draftKeyOf(user.id, `receive.${number}`);
  // Counts survive a reload of the page, and a receipt by another person.
  const [counts, setCounts] = useState<Counts>(
    () => readDraft<Record<string, Count>, { version: number }>(draftKey)?.values ?? {},
  );
  const [verdict, setVerdict] = useState<ScanVerdict>();
  const [rejecting, setRejecting] = useState<Line>();
  const [isAsking, setIsAsking] = useState(false);
  const [isDone, setIsDone] = useState(false);
  const { form, said, isSending, send } = useLandingForm<Record<string, string>>({
    defaultValues: { note: '' },
    shouldFocusError: false,
  });
  const counted = lines.filter(({ sku }) => countOf(counts, sku).quantity + countOf(counts, sku).rejected > 0);
  const units = counted.reduce((all, { sku }) => all + countOf(counts, sku).quantity, 0);
  const isDirty = !isDone && counted.length > 0;
  const unsaved = isDirty ? draftText({ base: { version }, values: counts }) : undefined;
  useEffect(() => storeDraft(draftKey, unsaved), [draftKey, unsaved]);
  useEffect(() => {
    if (isDone) void navigate(purchaseHref(number), { replace: true });
  }, [isDone, navigate, number]);
  const change = (sku: string, next: Partial<Count>): void =>
    setCounts((all) => ({ ...all, [sku]: { ...countOf(all, sku), ...next } }));
  const onCode = (code: string): ScanVerdict => {
    setVerdict(undefined);
    const line = lines.find(({ codes }) => codes.some((each) => each.toUpperCase() === code.toUpperCase()));
    if (line === undefined) {
      reportUnknownCode(code, storeCode);
      return { isRight: false, title: 'No es de esta compra', text: `Leíste ${code}. Apártalo, o recíbelo sin orden.` };
    }
    const quantity = countOf(counts, line.sku).quantity + 1;
    change(line.sku, { quantity });
    const extra = extraUnits(line, quantity);
    const text =
      extra > 0 ? `${countText(extra)} de más.` : `Van ${countText(quantity)} de ${countText(unitsOnTheWay(line))}.`;
    return { isRight: true, title: line.title, text };
  };
  const extras = counted.filter((line) => extraUnits(line, countOf(counts, line.sku).quantity) > 0);
  const receive = async (): Promise<void> => {
    setIsAsking(false);
    const note = (form.getValues('note') ?? '').trim();
    const body = {
      version,
      note,
      takesExtra: extras.length > 0,
      lines: counted.map(({ sku }) => {
        const { quantity, rejected, reason } = countOf(counts, sku);
        return { sku, quantity, rejected, ...(rejected > 0 && { reason }) };
      }),
    };
    const received = await send((options) => call('receivePurchase', { params: { number }, body }, options), {
      note: 'note',
    });
    if (!received.ok) {
      setVerdict({ isRight: false, title: 'No se recibió', text: 'Revisa cuántas faltan ahora y recibe otra vez.' });
      return;
    }
    showToast(`${countedText(units, 'unidad entró', 'unidades entraron')} a ${purchase.storeName}`);
    keep(received.value.data);
    setIsDone(true);
  };
  const button = (
    <Button
      look="primary"
      icon="package-open"
      loading={isSending}
      aria-disabled={counted.length === 0 || undefined}
      aria-haspopup={extras.length > 0 ? 'dialog' : undefined}
      onClick={() => {
        if (counted.length === 0) return;
        if (extras.length > 0) setIsAsking(true);
        else void receive();
      }}
    >
      {counted.length === 0 ? 'Recibir' : `Recibir ${countedText(units, 'unidad', 'unidades')}`}
    </Button>
  );
  const coming = lines.reduce((all, line) => all + unitsOnTheWay(line), 0);
  return (
    <>
      <PageHead
        title={`Recibir ${number}`}
        caption={`${supplier} · ${purchase.storeName}`}
        path={[...purchasesPath, crumbOf(purchase)]}
        actions={isWide && button}
      />
      <ScanHead read={units} all={coming} label="Unidades contadas">
        <ScanField onCode={onCode} verdict={verdict} />
      </ScanHead>
      {said !== undefined && <Note kind="error">{said}</Note>}
      <DetailFrame>
        <Card title="Lo que llegó" isBare>
          <RowList aria-label="Productos por recibir">
            {lines.map((line) => (
              <LineRow
                key={line.sku}
                line={line}
                count={countOf(counts, line.sku)}
                onChange={(quantity) => change(line.sku, { quantity })}
                onReject={() => setRejecting(line)}
              />
            ))}
          </RowList>
        </Card>
        <Card>
          <FieldControl form={form} name="note" field={purchaseFields.receiptNote} />
        </Card>
      </DetailFrame>
      {!isWide && <ThumbBar>{button}</ThumbBar>}
      {rejecting !== undefined && (
        <RejectDialog
          line={rejecting}
          count={countOf(counts, rejecting.sku)}
          onReject={(rejected, reason) => {
            change(rejecting.sku, { rejected, reason });
            setRejecting(undefined);
          }}
          onClose={() => setRejecting(undefined)}
        />
      )}
      {isAsking && (
        <Dialog
          role="alertdialog"
          title="Llegó más de lo pedido"
          text="Si lo recibes, también entra a las existencias."
          onClose={() => setIsAsking(false)}
          footer={
            <DialogButtons
              close="Volver a contar"
              onClose={() => setIsAsking(false)}
              isSending={isSending}
              button="Recibir todo"
              onClick={() => void receive()}
            />
          }
        >
          <ul className="stack gap-1" aria-label="Unidades de más">
            {extras.map((line) => (
              <li key={line.sku}>
                {`${line.title}: ${countText(extraUnits(line, countOf(counts, line.sku).quantity))} de más`}
              </li>
            ))}
          </ul>
        </Dialog>
      )}
      <LeaveGuard isDirty={isDirty} />
    </>
  );
}

function LineRow({
  line,
  count,
  onChange,
  onReject,
}: {
  line: Line;
  count: Count;
  onChange: (quantity: number) => void;
  onReject: () => void;
}) {
  const coming = unitsOnTheWay(line);
  return (
    <li className="flex flex-wrap items-center gap-3">
      <Thumbnail src={line.picture} size={32} />
      <span className="min-w-0 flex-1 wrap-anywhere max-lg:basis-3/5">
        {line.title}
        <small className="text-ink-muted">{[line.sku, line.supplierCode].filter(Boolean).join(' · ')}</small>
        {count.rejected > 0 && (
          <small className="text-danger">{`${countedText(count.rejected, 'rechazada', 'rechazadas')}: ${count.reason}`}</small>
        )}
      </span>
      <Stepper
        label={`Llegaron de ${line.title}`}
        name={line.title}
        value={count.quantity}
        most={maxPurchaseUnits}
        offered={coming}
        onChange={onChange}
      />
      <Button size="small" aria-haspopup="dialog" aria-label={`Rechazar de ${line.title}`} onClick={onReject}>
        Rechazar
      </Button>
    </li>
  );
}

const rejectedField = { kind: 'whole', label: 'Unidades rechazadas', min: 0, max: maxPurchaseUnits } as const;

/** Units that are not added to the stock, with the reason. */
function RejectDialog({
  line,
  count,
  onReject,
  onClose,
}: {
  line: Line;
  count: Count;
  onReject: (rejected: number, reason: string) => void;
  onClose: () => void;
}) {
  const { form } = useLandingForm<Record<string, string>>({
    defaultValues: { rejected: String(count.rejected || 1), reason: count.reason },
  });
  const submit = form.handleSubmit(({ rejected = '', reason = '' }) => {
    const read = readTyped(rejectedField, rejected);
    if (read.ok) onReject(Number(read.value), reason.trim());
  });
  return (
    <FormDialog
      title={`Rechazar de ${line.title}`}
      text="No entran a las existencias. Después de recibir puedes agregar una foto del daño."
      button="Rechazar"
      isDanger
      isSending={false}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <FieldControl form={form} name="rejected" field={rejectedField} />
      <FieldControl form={form} name="reason" field={purchaseFields.rejectedWhy} />
    </FormDialog>
  );
}
