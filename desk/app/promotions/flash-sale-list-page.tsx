import { flashSales, maxListedSales } from '@ceiba/contract/desk/entities/flash-sales';
import { type FieldValue, readTyped, reasonField } from '@ceiba/contract/desk/fields';
import { readPastedPrices } from '@ceiba/contract/desk/pasted-lines';
import { type ReactNode, useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { FieldControl } from '../actions/field-control.tsx';
import { PageForm } from '../actions/page-form.tsx';
import { useLandingForm } from '../actions/use-landing-form.ts';
import { Card, DetailFrame } from '../detail/detail-frame.tsx';
import { LeaveGuard } from '../detail/leave-guard.tsx';
import { Button } from '../platform/button.tsx';
import { RequiredNote } from '../platform/field.tsx';
import { countedText, moneyText, nothing } from '../platform/formats.ts';
import { isOfField, Note } from '../platform/notes.tsx';
import { Pill } from '../platform/pill.tsx';
import { Table } from '../platform/table.tsx';
import { showToast } from '../platform/toasts.tsx';
import { call, type DeskAnswer, type DeskInput } from '../session/desk-client.ts';
import { PageHead } from '../shell/page-head.tsx';

type Reviewed = DeskAnswer<'reviewFlashSales'>['data']['lines'][number];
type SaleList = DeskInput<'reviewFlashSales'>['body'];

interface Checked {
  list: SaleList;
  lines: readonly Reviewed[];
}

const { startsAt, endsAt, price } = flashSales.fields;

const linesField = {
  kind: 'text',
  label: 'Productos y precios',
  max: 60_000,
  isLong: true,
  hint: `Pega dos columnas: SKU y precio, como Q1,234.50 o 1234.5. Hasta ${maxListedSales} líneas.`,
} as const;

const salesText = (count: number): string => countedText(count, 'oferta', 'ofertas');

const momentOf = (value: FieldValue | undefined): string => (typeof value === 'string' ? value : '');

type Typed = { list: SaleList } | { fault: string };

/** The typed list, or the errors in its lines. */
function listOf(texts: Readonly<Record<string, string>>): Typed {
  const lines = readPastedPrices(texts['lines'] ?? '');
  const wrong = lines.flatMap((line) => ('wrong' in line ? [line.wrong] : []));
  if (wrong.length > 0) return { fault: `No se entiende «${wrong[0]}»: cada línea lleva un SKU y su precio.` };
  if (lines.length > maxListedSales) return { fault: `Son ${lines.length} líneas: caben ${maxListedSales}.` };
  const priced = lines.flatMap((line) => {
    const read = 'price' in line ? readTyped(price, line.price) : undefined;
    return 'price' in line && read?.ok ? [{ sku: line.sku, price: Number(read.value) }] : [];
  });
  if (priced.length < lines.length) return { fault: 'Cada precio debe ser mayor que cero.' };
  const [from, to] = [readTyped(startsAt, texts['startsAt'] ?? ''), readTyped(endsAt, texts['endsAt'] ?? '')];
  return {
    list: {
      startsAt: from.ok ? momentOf(from.value) : '',
      endsAt: to.ok ? momentOf(to.value) : '',
      lines: priced,
    },
  };
}

/** "Pegar ofertas relámpago": many products with their prices, all in one period, checked before the sales are created (PROD-11). */
export function Component() {
  const navigate = useNavigate();
  const { form, said, isSending, send } = useLandingForm<Record<string, string>>({
    defaultValues: { startsAt: '', endsAt: '', lines: '', reason: '' },
  });
  // The checked list. A changed text must be checked again.
  const [checked, setChecked] = useState<Checked>();
  // The shop asked for a reason that the review did not name: only some people see there that a price is below the cost.
  const [isAsked, setIsAsked] = useState(false);
  const [isDone, setIsDone] = useState(false);
  const isDirty = form.formState.isDirty && !isDone;
  // Navigates one render after the answer, because until then the guard asks whether to leave.
  useEffect(() => {
    if (isDone) void navigate('/promociones/relampago/calendario');
  }, [isDone, navigate]);
  const landings = { startsAt: 'startsAt', endsAt: 'endsAt', lines: 'lines', reason: 'reason' } as const;
  const review = form.handleSubmit(async (texts) => {
    const typed = listOf(texts);
    if ('fault' in typed) {
      form.setError('lines', { message: typed.fault }, { shouldFocus: true });
      return;
    }
    const sent = await send((options) => call('reviewFlashSales', { body: typed.list }, options), landings);
    setChecked(sent.ok ? { list: typed.list, lines: sent.value.data.lines } : undefined);
  });
  const create = async ({ list, lines }: Checked): Promise<void> => {
    const reason = form.getValues('reason')?.trim() ?? '';
    if (reason === '' && lines.some(({ change }) => change !== null)) {
      form.setError('reason', { message: 'Un precio así lleva su motivo.' }, { shouldFocus: true });
      return;
    }
    const body = { ...list, ...(reason !== '' && { reason }) };
    const sent = await send((options) => call('createFlashSales', { body }, options), landings);
    if (!sent.ok) {
      const isReason = isOfField(sent.error, 'reason');
      setIsAsked(isReason);
      if (!isReason) setChecked(undefined);
      return;
    }
    setIsDone(true);
    showToast(`${salesText(sent.value.data.created)} relámpago`);
  };
  const forget = (): void => {
    setChecked(undefined);
    setIsAsked(false);
  };
  return (
    <>
      <PageHead title="Pegar ofertas relámpago" path={[{ label: 'Ofertas relámpago', to: '/promociones/relampago' }]} />
      <DetailFrame>
        <PageForm isSending={isSending} onSubmit={review}>
          <Card title="Lista">
            {said !== undefined && <Note kind="error">{said}</Note>}
            <div className="grid grid-cols-2 gap-4 max-lg:grid-cols-1">
              <FieldControl form={form} name="startsAt" field={startsAt} onChanged={forget} />
              <FieldControl form={form} name="endsAt" field={endsAt} onChanged={forget} />
            </div>
            <FieldControl form={form} name="lines" field={linesField} rows={10} onChanged={forget} />
            <span>
              <Button type="submit" look={checked === undefined ? 'primary' : 'outline'} loading={isSending}>
                Revisar
              </Button>
            </span>
          </Card>
          <RequiredNote />
        </PageForm>
        <div aria-live="polite">
          {checked && (
            <Review lines={checked.lines} isAsked={isAsked} isSending={isSending} onCreate={() => void create(checked)}>
              <FieldControl form={form} name="reason" field={reasonField} />
            </Review>
          )}
        </div>
      </DetailFrame>
      <LeaveGuard isDirty={isDirty} />
    </>
  );
}

function Review({
  lines,
  isAsked,
  isSending,
  onCreate,
  children,
}: {
  lines: readonly Reviewed[];
  /** The shop asks for the reason, although no line says so. */
  isAsked: boolean;
  isSending: boolean;
  onCreate: () => void;
  /** The reason, which large changes and prices below the cost need (PROD-10). */
  children: ReactNode;
}) {
  // A sku may be in the list twice.
  const rows = lines.map((line, at) => ({ ...line, key: `${at} ${line.sku}` }));
  const wrong = lines.filter(({ fault }) => fault !== null).length;
  const doubted = lines.filter(({ doubts }) => doubts.length > 0).length;
  const large = lines.filter(({ change }) => change !== null).length;
  return (
    <Card title="Revisión">
      {wrong > 0 && (
        <Note kind="error" isNews={false}>
          {`${countedText(wrong, 'línea no se puede', 'líneas no se pueden')} guardar: corrígelas en la lista.`}
        </Note>
      )}
      {wrong === 0 && doubted > 0 && (
        <Note kind="warning">
          {`${salesText(doubted)} con dudas. Se pueden crear, y quedan en «Revisión de ofertas».`}
        </Note>
      )}
      {wrong === 0 && large > 0 && (
        <Note kind="warning">
          {`${countedText(large, 'precio pide', 'precios piden')} su motivo: revísalos y escríbelo.`}
        </Note>
      )}
      <Table label="Revisión" texts={['Producto', 'Estado']} numbers={['De siempre', 'Oferta']}>
        {rows.map(({ key, sku, title, salesPrice, price: offer, fault, doubts, change }) => (
          <tr key={key}>
            <td className="wrap-anywhere">
              {title ?? sku} {title !== null && <small className="text-ink-muted">{sku}</small>}
            </td>
            <td>
              {fault !== null ? (
                <span className="text-danger">{fault}</span>
              ) : change !== null || doubts.length > 0 ? (
                [change, ...doubts].filter((text) => text !== null).join(' ')
              ) : (
                <Pill look="good" icon="circle-check">
                  Lista
                </Pill>
              )}
            </td>
            <td className="text-right whitespace-nowrap tabular-nums">
              {salesPrice === null ? nothing : moneyText(salesPrice)}
            </td>
            <td className="text-right whitespace-nowrap tabular-nums">{moneyText(offer)}</td>
          </tr>
        ))}
      </Table>
      {wrong === 0 && (large > 0 || isAsked) && children}
      {wrong === 0 && (
        <span>
          <Button look="primary" icon="plus" loading={isSending} onClick={onCreate}>
            {`Crear ${salesText(lines.length)}`}
          </Button>
        </span>
      )}
    </Card>
  );
}
