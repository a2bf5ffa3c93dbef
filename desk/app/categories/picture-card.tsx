import { useChange } from '../actions/use-change.ts';
import { Card } from '../detail/detail-frame.tsx';
import { Button } from '../platform/button.tsx';
import { FileButton } from '../platform/file-button.tsx';
import { Note, refusalText } from '../platform/notes.tsx';
import { showToast } from '../platform/toasts.tsx';
import { call, type DeskAnswer } from '../session/desk-client.ts';

type Detail = DeskAnswer<'getCategory'>['data'];

/** The picture of a category, which its tile in the shop shows. */
export function PictureCard({
  category: { id, title, pictureUrl, version },
  mayEdit,
  onSaved,
}: {
  category: Detail;
  mayEdit: boolean;
  onSaved: (category: Detail) => void;
}) {
  const { error, isSending, send } = useChange();
  const save = async (file: File | undefined): Promise<void> => {
    const body = new FormData();
    if (file !== undefined) body.append('pictures', file);
    const saved = await send((options) =>
      call('setCategoryPicture', { params: { id }, query: { version }, body }, options),
    );
    if (!saved.ok) return;
    showToast(file === undefined ? 'Imagen quitada' : 'Imagen guardada');
    onSaved(saved.value.data);
  };
  if (!mayEdit && pictureUrl === null) return null;
  return (
    <Card title="Imagen">
      {error && <Note kind="error">{refusalText(error)}</Note>}
      {pictureUrl === null ? (
        <p className="text-ink-muted">Sin imagen. Elige una JPEG, PNG o WebP de 600 píxeles o más.</p>
      ) : (
        <img className="block max-h-60 max-w-full rounded-sm bg-white" src={pictureUrl} alt={`Imagen de ${title}`} />
      )}
      {mayEdit && (
        <span className="flex flex-wrap items-center gap-2">
          <FileButton accept="image/jpeg,image/png,image/webp" isSending={isSending} onFile={(file) => void save(file)}>
            {pictureUrl === null ? 'Agregar imagen' : 'Cambiar imagen'}
          </FileButton>
          {pictureUrl !== null && (
            <Button look="ghost" icon="trash-2" loading={isSending} onClick={() => void save(undefined)}>
              Quitar imagen
            </Button>
          )}
        </span>
      )}
    </Card>
  );
}
