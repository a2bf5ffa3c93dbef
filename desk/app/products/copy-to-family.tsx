import type { Family } from '@ceiba/contract/desk/families';
import { type CopyPart, copyParts } from '@ceiba/contract/desk/family-fields';
import type { ProductRun } from '@ceiba/contract/desk/product-runs';
import { useState } from 'react';
import { FormDialog } from '../actions/form-dialog.tsx';
import { useChange } from '../actions/use-change.ts';
import { CheckField, SelectField } from '../platform/field.tsx';
import { FailureNote, Note, refusalText } from '../platform/notes.tsx';
import { RowList } from '../platform/row-list.tsx';
import { showToast } from '../platform/toasts.tsx';
import { call, type DeskAnswer, useDeskQuery } from '../session/desk-client.ts';

type Preview = DeskAnswer<'previewFamilyCopy'>['data'];

const isPart = (text: string): text is CopyPart => Object.hasOwn(copyParts, text);
const allParts = Object.keys(copyParts).filter(isPart);

const hints: Readonly<Record<CopyPart, string>> = {
  description: 'Reemplaza la de la variante.',
  attributes: 'Cada variante conserva su color, y las que tiene de más.',
  pictures: 'Reemplazan las de la variante.',
};

/** "Copiar a la familia": asks which parts of one variant to copy to which other variants. The changes show before the run starts (PROD-25). */
export function CopyToFamily({
  family: { variants },
  onStarted,
  onClose,
}: {
  family: Family;
  onStarted: (run: ProductRun) => void;
  onClose: () => void;
}) {
  const [source, setSource] = useState(variants[0]?.sku ?? '');
  const [parts, setParts] = useState<readonly CopyPart[]>(['description', 'attributes']);
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const { send, isSending, error } = useChange();
  const preview = useDeskQuery(
    'previewFamilyCopy',
    { params: { sku: source }, query: { parts: parts.join(',') } },
    { enabled: parts.length > 0, staleTime: 0 },
  );
  const rows = parts.length === 0 ? [] : (preview.data?.data ?? []);
  const changed = rows.filter(({ changes }) => changes.length > 0);
  const skus = changed.map(({ sku }) => sku).filter((sku) => !left.has(sku));
  const start = async (): Promise<void> => {
    const body = { verb: 'copy' as const, value: source, parts: [...parts], skus };
    const sent = await send((options) => call('createProductRun', { body }, options));
    if (!sent.ok) return;
    showToast('Copia empezada');
    onStarted(sent.value.data);
  };
  const toggle = (sku: string): void => {
    const next = new Set(left);
    if (!next.delete(sku)) next.add(sku);
    setLeft(next);
  };
  return (
    <FormDialog
      title="Copiar a la familia"
      text="Sigue aunque cierres la página, y el historial de cada variante guarda lo que tenía."
      button={skus.length === 1 ? 'Copiar a 1 variante' : `Copiar a ${skus.length} variantes`}
      isSending={isSending}
      isOff={skus.length === 0}
      onSubmit={() => void start()}
      onClose={onClose}
    >
      <SelectField label="Copiar de" value={source} onChange={({ target }) => setSource(target.value)}>
        {variants.map(({ sku, label }) => (
          <option key={sku} value={sku}>
            {`${label} (${sku})`}
          </option>
        ))}
      </SelectField>
      <fieldset>
        <legend className="font-semibold">Qué copiar</legend>
        {allParts.map((part) => (
          <CheckField
            key={part}
            label={
              <>
                {copyParts[part]}
                <small className="block text-xs text-ink-muted">{hints[part]}</small>
              </>
            }
            checked={parts.includes(part)}
            onChange={({ target }) =>
              setParts(allParts.filter((each) => (each === part ? target.checked : parts.includes(each))))
            }
          />
        ))}
      </fieldset>
      {preview.error ? (
        <FailureNote error={preview.error} onRetry={() => void preview.refetch()} />
      ) : parts.length > 0 && preview.data === undefined ? (
        <span className="skeleton w-3/5" role="status" aria-label="Cargando…" />
      ) : changed.length === 0 ? (
        <Note kind="info">{parts.length === 0 ? 'Elige qué copiar.' : 'Las demás variantes ya lo tienen así.'}</Note>
      ) : (
        <Changes rows={changed} left={left} onToggle={toggle} />
      )}
      {error !== undefined && <Note kind="error">{refusalText(error)}</Note>}
    </FormDialog>
  );
}

/** The variants that would change, each with its changes, and a checkbox to leave the variant out. */
const Changes = ({
  rows,
  left,
  onToggle,
}: {
  rows: Preview;
  left: ReadonlySet<string>;
  onToggle: (sku: string) => void;
}) => (
  <fieldset className="min-w-0">
    <legend className="mb-1 font-semibold">A qué variantes, y qué cambia</legend>
    <RowList aria-label="Cambios">
      {rows.map(({ sku, label, changes }) => (
        <li key={sku}>
          <CheckField
            checked={!left.has(sku)}
            onChange={() => onToggle(sku)}
            label={
              <>
                <b className="font-semibold">{label}</b>
                {changes.map(({ field, before, after }) => (
                  <small key={field} className="text-ink-soft">
                    {`${field}: `}
                    {before !== '' && <del className="text-ink-muted">{before}</del>}
                    {before !== '' && ' → '}
                    {after}
                  </small>
                ))}
              </>
            }
          />
        </li>
      ))}
    </RowList>
  </fieldset>
);
