import { typedFault } from '@ceiba/contract/desk/fields';
import { purchaseFields } from '@ceiba/contract/desk/purchase-fields';
import { typedField } from '@ceiba/ui/typed-field';
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { FieldControl } from '../actions/field-control.tsx';
import { PageForm } from '../actions/page-form.tsx';
import { useLandingForm } from '../actions/use-landing-form.ts';
import { Card, DetailFrame, Loaded } from '../detail/detail-frame.tsx';
import { Button } from '../platform/button.tsx';
import { CheckField, TextField } from '../platform/field.tsx';
import { countedText, countText } from '../platform/formats.ts';
import { EmptyNote } from '../platform/notes.tsx';
import { RowList } from '../platform/row-list.tsx';
import { ThumbBar } from '../platform/thumb-bar.tsx';
import { Thumbnail } from '../platform/thumbnail.tsx';
import { showToast } from '../platform/toasts.tsx';
import { useIsWide } from '../platform/use-wide.ts';
import { call, type DeskAnswer, useDeskQuery } from '../session/desk-client.ts';
import { useMay } from '../session/session.ts';
import { PageHead } from '../shell/page-head.tsx';
import { costText, numberIn, purchaseHref, purchasesPath } from './purchase-looks.ts';

type Proposal = DeskAnswer<'listReplenishment'>['data'][number];

/** "Por reponer": products to order, by supplier (BUY-05). */
export function Component() {
  const proposals = useDeskQuery('listReplenishment', {}, { staleTime: 0 });
  return (
    <Loaded query={proposals}>
      {({ data }) =>
        data.length === 0 ? (
          <>
            <PageHead title="Por reponer" path={purchasesPath} />
            <EmptyNote icon="circle-check" title="Nada por aquí">
              Lo que hay y lo que viene en camino alcanza para lo que se vende.
            </EmptyNote>
          </>
        ) : (
          <Proposals proposals={data} />
        )
      }
    </Loaded>
  );
}

/** The proposals of each supplier. Proposals without a supplier come last. */
function groupsOf(
  proposals: readonly Proposal[],
): { id: string; name: string; rows: readonly (Proposal & { at: number })[] }[] {
  const rows = proposals.map((proposal, at) => ({ ...proposal, at }));
  const ids = [...new Set(rows.map(({ supplierId }) => supplierId ?? ''))].sort(
    (a, b) => Number(a === '') - Number(b === ''),
  );
  return ids.map((id) => {
    const own = rows.filter(({ supplierId }) => (supplierId ?? '') === id);
    return { id, name: own[0]?.supplier ?? 'Sin proveedor', rows: own };
  });
}

function Proposals({ proposals }: { proposals: readonly Proposal[] }) {
  const isWide = useIsWide();
  const navigate = useNavigate();
  const [made, setMade] = useState<string>();
  const { form, said, isSending, send } = useLandingForm<Record<string, string>>({
    defaultValues: {
      storeCode: '',
      supplierId: '',
      ...Object.fromEntries(proposals.map(({ proposed }, at) => [`quantity${at}`, String(proposed)])),
    },
  });
  const [left, setLeft] = useState<ReadonlySet<number>>(new Set());
  const typed = form.watch();
  const supplierOf = ({ supplierId }: Proposal): string => supplierId ?? typed['supplierId'] ?? '';
  const chosen = proposals
    .map((proposal, at) => ({ proposal, at }))
    .filter(({ proposal, at }) => !left.has(at) && supplierOf(proposal) !== '');
  const drafts = new Set(chosen.map(({ proposal }) => supplierOf(proposal))).size;
  useEffect(() => {
    if (made !== undefined) void navigate(made);
  }, [made, navigate]);
  const submit = form.handleSubmit(async (texts) => {
    const rows = chosen.map(({ proposal, at }) => ({
      sku: proposal.sku,
      supplierId: supplierOf(proposal),
      quantity: numberIn(purchaseFields.quantity, texts[`quantity${at}`]) ?? 0,
    }));
    const body = { storeCode: texts['storeCode'] ?? '', rows };
    const landings = Object.fromEntries([
      ['storeCode', 'storeCode'],
      ['STORE_NOT_FOUND', 'storeCode'],
      ...chosen.map(({ at }, row) => [`rows.${row}.quantity`, `quantity${at}`]),
    ]);
    const sent = await send((options) => call('draftReplenishment', { body }, options), landings);
    if (!sent.ok) return;
    const { data } = sent.value;
    showToast(countedText(data.length, 'borrador creado', 'borradores creados'));
    const [first] = data;
    setMade(data.length === 1 && first !== undefined ? purchaseHref(first.number) : '/compras?state=draft');
  });
  const toggle = (at: number): void =>
    setLeft((before) => new Set(before.has(at) ? [...before].filter((each) => each !== at) : [...before, at]));
  const button = (
    <Button
      look="primary"
      loading={isSending}
      aria-disabled={drafts === 0 || undefined}
      onClick={() => {
        if (drafts > 0) void submit();
      }}
    >
      {drafts === 0 ? 'Crear borradores' : `Crear ${countedText(drafts, 'borrador', 'borradores')}`}
    </Button>
  );
  return (
    <>
      <PageHead
        title="Por reponer"
        caption={countedText(proposals.length, 'producto', 'productos')}
        path={purchasesPath}
        actions={isWide && button}
      />
      <DetailFrame>
        <PageForm said={said} isSending={isSending} isOff={drafts === 0} onSubmit={submit}>
          <Card>
            <FieldControl form={form} name="storeCode" field={purchaseFields.storeCode} />
          </Card>
          {groupsOf(proposals).map(({ id, name, rows }) => (
            <Card key={id} title={name} isBare>
              {id === '' && (
                <div className="p-4">
                  <FieldControl
                    form={form}
                    name="supplierId"
                    field={{ ...purchaseFields.supplierId, isOptional: true }}
                    hint="A quién se le piden. Sin elegirlo se quedan fuera."
                  />
                </div>
              )}
              <RowList aria-label={`Por reponer: ${name}`}>
                {rows.map((row) => (
                  <li key={row.sku} className="flex flex-wrap items-center gap-3">
                    <CheckField
                      className="min-w-0 flex-1 max-lg:basis-full"
                      checked={!left.has(row.at)}
                      onChange={() => toggle(row.at)}
                      label={<ProposalText row={row} />}
                    />
                    <span className="w-24">
                      <TextField
                        {...typedField(form, `quantity${row.at}`, {
                          label: `Cantidad de ${row.title}`,
                          validate: (text) => (left.has(row.at) ? null : typedFault(purchaseFields.quantity, text)),
                        })}
                        isLabelHidden
                        inputMode="numeric"
                        autoComplete="off"
                        controlClass="text-right tabular-nums"
                      />
                    </span>
                  </li>
                ))}
              </RowList>
            </Card>
          ))}
        </PageForm>
      </DetailFrame>
      {!isWide && <ThumbBar>{button}</ThumbBar>}
    </>
  );
}

function ProposalText({ row }: { row: Proposal }) {
  const may = useMay();
  return (
    <span className="flex items-center gap-3">
      <Thumbnail src={row.picture} size={32} isLate />
      <span className="min-w-0">
        {row.title}
        <small className="block text-ink-muted">
          {[
            row.sku,
            `Vendidas ${countText(row.sold30)} en 30 días, ${countText(row.sold90)} en 90`,
            `Hay ${countText(row.salable)}: alcanza ${countedText(row.coverDays, 'día', 'días')}`,
            ...(row.onOrder > 0 ? [`${countText(row.onOrder)} en camino`] : []),
            `Tarda ${countedText(row.leadDays, 'día', 'días')}`,
            ...(may('costs.read') ? [costText(row.lastCost)] : []),
          ].join(' · ')}
        </small>
      </span>
    </span>
  );
}
