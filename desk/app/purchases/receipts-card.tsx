import type { Purchase } from '@ceiba/contract/desk/purchases';
import { useChange } from '../actions/use-change.ts';
import { Card } from '../detail/detail-frame.tsx';
import { FileButton } from '../platform/file-button.tsx';
import { countedText, countText, longMomentText } from '../platform/formats.ts';
import { Note, refusalText } from '../platform/notes.tsx';
import { PrintLink } from '../platform/print-link.tsx';
import { RowList } from '../platform/row-list.tsx';
import { labelsPath } from '../platform/shelf-labels.ts';
import { showToast } from '../platform/toasts.tsx';
import { call } from '../session/desk-client.ts';
import { useMay } from '../session/session.ts';
import { costText } from './purchase-looks.ts';

type Receipt = Purchase['receipts'][number];

/** The deliveries of a purchase, with the rejected units and the reasons (BUY-03). */
export function ReceiptsCard({ purchase, onSaved }: { purchase: Purchase; onSaved: (purchase: Purchase) => void }) {
  const may = useMay();
  const mayPrint = may('catalog.read') || may('stock.read');
  if (purchase.receipts.length === 0) return null;
  return purchase.receipts.map((receipt) => (
    <Card
      key={receipt.n}
      title={`Recepción ${receipt.n}`}
      actions={
        <>
          <span className="text-ink-muted text-xs">{`${receipt.by} · ${longMomentText(receipt.at)}`}</span>
          {mayPrint && (
            <PrintLink path={labelsPath(receipt.lines.map(({ sku }) => sku))} isSmall>
              Etiquetas de estante
            </PrintLink>
          )}
        </>
      }
      isBare
    >
      {receipt.note !== '' && <p className="px-4 pt-3 text-ink-soft wrap-anywhere">{receipt.note}</p>}
      <RowList aria-label={`Recepción ${receipt.n}`}>
        {receipt.lines.map((line) => (
          <li key={line.sku} className="flex flex-wrap items-start gap-3">
            <span className="min-w-0 flex-1 wrap-anywhere max-lg:basis-3/5">
              {line.title}
              <small className="text-ink-muted">{line.sku}</small>
              {line.rejected > 0 && <Rejected purchase={purchase} receipt={receipt} line={line} onSaved={onSaved} />}
            </span>
            <span className="text-right tabular-nums">
              {countedText(line.quantity, 'unidad', 'unidades')}
              {purchase.showsCosts && line.quantity > 0 && (
                <small className="text-ink-muted">{costText(line.landedValue)}</small>
              )}
            </span>
          </li>
        ))}
      </RowList>
    </Card>
  ));
}

/** Rejected units, with the reason and the photo of the damage. */
function Rejected({
  purchase,
  receipt,
  line,
  onSaved,
}: {
  purchase: Purchase;
  receipt: Receipt;
  line: Receipt['lines'][number];
  onSaved: (purchase: Purchase) => void;
}) {
  const may = useMay();
  const { error, isSending, send } = useChange();
  const params = { number: purchase.number, receipt: String(receipt.n), sku: line.sku };
  const save = async (file: File): Promise<void> => {
    const body = new FormData();
    body.append('photos', file);
    const saved = await send((options) => call('saveDamagePicture', { params, body }, options));
    if (!saved.ok) return;
    showToast('Foto guardada');
    onSaved(saved.value.data);
  };
  const path = `/v1/admin/purchases/${params.number}/receipts/${params.receipt}/pictures/${encodeURIComponent(line.sku)}`;
  return (
    <span className="mt-1 flex flex-wrap items-center gap-2 text-danger">
      {`${countText(line.rejected)} ${line.rejected === 1 ? 'rechazada' : 'rechazadas'}: ${line.reason ?? ''}`}
      {line.hasPicture && (
        <a className="link" href={path} target="_blank" rel="noopener">
          Ver foto
        </a>
      )}
      {may('purchases.receive') && (
        <FileButton
          accept="image/jpeg,image/png"
          isSending={isSending}
          isFromCamera
          isSmall
          onFile={(file) => void save(file)}
        >
          {line.hasPicture ? 'Otra foto' : 'Agregar foto'}
        </FileButton>
      )}
      {error && <Note kind="error">{refusalText(error)}</Note>}
    </span>
  );
}
