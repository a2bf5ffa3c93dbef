import { pictureLabels } from '@ceiba/contract/desk/setting-labels';
import { type PictureField, pictureFields } from '@ceiba/domain/policies/identity-table';
import { cx } from '@ceiba/ui/class-names';
import { useChange } from '../actions/use-change.ts';
import { Card } from '../detail/detail-frame.tsx';
import { Button } from '../platform/button.tsx';
import { FileButton } from '../platform/file-button.tsx';
import { Note, refusalText } from '../platform/notes.tsx';
import { showToast } from '../platform/toasts.tsx';
import { call, type DeskAnswer } from '../session/desk-client.ts';

type Settings = DeskAnswer<'getSettings'>['data'];

/** Logos and icons of the shop. Each is saved as soon as its file is chosen. */
export const ShopPictures = ({ settings, onSaved }: { settings: Settings; onSaved: (settings: Settings) => void }) => (
  <Card title="Imágenes de la tienda">
    <div className="grid grid-cols-2 items-start gap-4 max-lg:grid-cols-1">
      {pictureFields.map((field) => (
        <ShopPicture key={field} field={field} path={settings.pictures[field]} onSaved={onSaved} />
      ))}
    </div>
  </Card>
);

function ShopPicture({
  field,
  path,
  onSaved,
}: {
  field: PictureField;
  path: string | null;
  onSaved: (settings: Settings) => void;
}) {
  const { label, hint } = pictureLabels[field];
  const { error, isSending, send } = useChange();
  const save = async (file: File | undefined): Promise<void> => {
    const body = new FormData();
    body.append('replaces', path ?? '');
    if (file !== undefined) body.append('pictures', file);
    const saved = await send((options) => call('setShopPicture', { params: { field }, body }, options));
    if (!saved.ok) return;
    showToast(file === undefined ? 'Imagen quitada' : 'Imagen guardada');
    onSaved(saved.value.data);
  };
  return (
    <section className="stack gap-2" aria-label={label}>
      <b className="font-semibold">{label}</b>
      {path !== null && (
        <span
          className={cx(
            'grid min-h-20 place-items-center rounded-sm p-3 inset-ring inset-ring-border',
            field === 'shopLogoOnDark' ? 'bg-surface-inverse' : 'bg-white',
          )}
        >
          <img className="block max-h-20 max-w-full" src={path} alt={label} />
        </span>
      )}
      <small className="text-ink-muted">{hint}</small>
      {error && <Note kind="error">{refusalText(error)}</Note>}
      <span className="flex flex-wrap items-center gap-2">
        <FileButton
          accept="image/svg+xml,image/png,image/jpeg"
          isSending={isSending}
          onFile={(file) => void save(file)}
        >
          {path === null ? 'Agregar' : 'Cambiar'}
          <span className="sr-only"> {label}</span>
        </FileButton>
        {path !== null && (
          <Button look="ghost" icon="trash-2" loading={isSending} onClick={() => void save(undefined)}>
            Quitar
          </Button>
        )}
      </span>
    </section>
  );
}
