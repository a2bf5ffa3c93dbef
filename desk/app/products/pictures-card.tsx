import { typedFault } from '@ceiba/contract/desk/fields';
import { pictureLabelField } from '@ceiba/contract/desk/product-fields';
import type { DeskProduct } from '@ceiba/contract/desk/products';
import { cx } from '@ceiba/ui/class-names';
import { ProgressBar } from '@ceiba/ui/progress-bar';
import { useRef, useState } from 'react';
import { DialogButtons } from '../actions/form-dialog.tsx';
import { Card } from '../detail/detail-frame.tsx';
import { Button, IconButton } from '../platform/button.tsx';
import { Dialog } from '../platform/dialog.tsx';
import { dragPlace, moveByKeys, moved, useFileDrop } from '../platform/drag.ts';
import { TextField } from '../platform/field.tsx';
import { FileButton } from '../platform/file-button.tsx';
import { useFocusNext } from '../platform/use-focus-next.ts';
import { useIsWide } from '../platform/use-wide.ts';
import { useMay } from '../session/session.ts';
import { type PictureUpload, usePictureOrder, usePictureUploads } from './use-pictures.ts';

type Picture = DeskProduct['pictures'][number];

/** "Fotos": uploads several files, orders pictures by drag or keyboard, edits their texts. Lists show the first picture (PROD-06). */
export function PicturesCard({ product, onSaved }: { product: DeskProduct; onSaved: (product: DeskProduct) => void }) {
  const mayEdit = useMay()('catalog.edit');
  const { uploads, add, drop } = usePictureUploads(product.sku, onSaved);
  const { pictures, change } = usePictureOrder(product, onSaved);
  const { isOver, place } = useFileDrop(add);
  const [removing, setRemoving] = useState<Picture>();
  const list = useRef<HTMLUListElement>(null);
  const focusNext = useFocusNext();
  const move = (from: number, to: number): void => {
    const next = moved(pictures, from, to);
    if (next === pictures) return;
    change(next);
    // The focus follows the picture that moved.
    focusNext(() => list.current?.querySelectorAll<HTMLElement>('[data-picture]')[to]);
  };
  return (
    <Card
      title="Fotos"
      id="fotos"
      actions={
        <small className="text-xs text-ink-muted max-lg:hidden">
          La primera es la principal. Arrastra, o usa Alt y flechas.
        </small>
      }
    >
      <fieldset
        className={cx('stack gap-3 rounded-sm', isOver && 'outline-2 outline-offset-4 outline-dashed outline-focus')}
        aria-label="Fotos del producto"
        {...place}
      >
        {pictures.length > 0 && (
          <ul ref={list} className="grid grid-cols-[repeat(auto-fill,minmax(170px,1fr))] gap-3 max-lg:grid-cols-2">
            {pictures.map((picture, at) => (
              <PictureItem
                key={picture.key}
                picture={picture}
                at={at}
                count={pictures.length}
                onMove={move}
                onRemove={() => setRemoving(picture)}
                onLabel={(label) => change(pictures.with(at, { ...picture, label }))}
              />
            ))}
          </ul>
        )}
        {pictures.length === 0 && uploads.length === 0 && (
          <p className="text-ink-muted">
            Todavía no tiene fotos. Sirven JPG, PNG y WebP de al menos 600 píxeles de lado.
          </p>
        )}
        {uploads.length > 0 && (
          <ul className="stack gap-2" aria-label="Fotos que se suben">
            {uploads.map((upload) => (
              <UploadRow key={upload.id} upload={upload} onDrop={() => drop(upload.id)} />
            ))}
          </ul>
        )}
        {mayEdit && <FileButtons onFiles={add} />}
      </fieldset>
      {removing && (
        <RemoveDialog
          picture={removing}
          onClose={() => setRemoving(undefined)}
          onRemove={() => {
            setRemoving(undefined);
            change(pictures.filter(({ key }) => key !== removing.key));
          }}
        />
      )}
    </Card>
  );
}

/** Asks before a picture is removed, because that cannot be undone. */
const RemoveDialog = ({
  picture: { label, url },
  onRemove,
  onClose,
}: {
  picture: Picture;
  onRemove: () => void;
  onClose: () => void;
}) => (
  <Dialog
    role="alertdialog"
    title="¿Quitar esta foto?"
    text={`«${label}» deja el producto. Para tenerla otra vez hay que subirla de nuevo.`}
    onClose={onClose}
    footer={<DialogButtons isDanger isSending={false} onClose={onClose} onClick={onRemove} button="Quitar foto" />}
  >
    <img src={url} alt="" className="aspect-square w-24 rounded-xs object-contain" width={96} height={96} />
  </Dialog>
);

function FileButtons({ onFiles }: { onFiles: (files: readonly File[]) => void }) {
  const isWide = useIsWide();
  const accept = 'image/jpeg,image/png,image/webp,.jpg,.jpeg,.png,.webp';
  return (
    <span className="flex flex-wrap items-center gap-2">
      <span>
        <FileButton accept={accept} isMultiple onFile={(...files) => onFiles(files)}>
          Agregar fotos
        </FileButton>
      </span>
      {!isWide && (
        <span>
          <FileButton accept={accept} isFromCamera onFile={(file) => onFiles([file])}>
            Tomar foto
          </FileButton>
        </span>
      )}
    </span>
  );
}

function PictureItem({
  picture: { key, url, label },
  at,
  count,
  onMove,
  onRemove,
  onLabel,
}: {
  picture: Picture;
  at: number;
  count: number;
  onMove: (from: number, to: number) => void;
  onRemove: () => void;
  onLabel: (label: string) => void;
}) {
  const [typed, setTyped] = useState<string>();
  const fault = typed === undefined ? null : typedFault(pictureLabelField, typed);
  const name = at === 0 ? 'Foto principal' : `Foto ${at + 1}`;
  return (
    <li className="grid content-start gap-1.5" draggable {...dragPlace('application/x-ceiba-picture', at, onMove)}>
      <button
        type="button"
        data-picture={key}
        className="relative cursor-grab rounded-sm bg-surface-sunken p-1"
        aria-label={`${name}: ${label}`}
        aria-keyshortcuts="Alt+ArrowLeft Alt+ArrowRight"
        onKeyDown={moveByKeys(at, onMove, true)}
      >
        <img
          src={url}
          alt=""
          className="aspect-square w-full rounded-xs object-contain"
          width={170}
          height={170}
          loading="lazy"
          draggable={false}
        />
        <span className="absolute bottom-1.5 left-1.5 rounded-full bg-surface px-2 text-xs font-semibold text-ink-soft">
          {at === 0 ? 'Principal' : at + 1}
        </span>
      </button>
      <TextField
        label={`Texto alternativo de la foto ${at + 1}`}
        isLabelHidden
        value={typed ?? label}
        maxLength={pictureLabelField.max}
        error={fault ?? undefined}
        autoComplete="off"
        onChange={({ target }) => setTyped(target.value)}
        onBlur={() => {
          if (typed === undefined || fault !== null) return;
          setTyped(undefined);
          if (typed.trim() !== label) onLabel(typed.trim());
        }}
      />
      <span className="flex">
        <IconButton
          label={`Mover antes la foto ${at + 1}`}
          icon="arrow-left"
          size="sm"
          disabled={at === 0}
          onClick={() => onMove(at, at - 1)}
        />
        <IconButton
          label={`Mover después la foto ${at + 1}`}
          icon="arrow-right"
          size="sm"
          disabled={at === count - 1}
          onClick={() => onMove(at, at + 1)}
        />
        <IconButton
          label={`Quitar la foto ${at + 1}`}
          icon="trash-2"
          size="sm"
          className="ml-auto"
          onClick={onRemove}
        />
      </span>
    </li>
  );
}

function UploadRow({ upload: { name, percent, error, again }, onDrop }: { upload: PictureUpload; onDrop: () => void }) {
  return (
    <li className="grid gap-1 rounded-sm border border-border p-2.5">
      <span className="flex items-center gap-2">
        <span className="min-w-0 flex-1 truncate text-dense">{name}</span>
        {again && (
          <Button size="small" icon="refresh-cw" onClick={again}>
            Reintentar
          </Button>
        )}
        {error !== undefined && <IconButton label={`Quitar ${name}`} icon="x" size="sm" onClick={onDrop} />}
      </span>
      {error === undefined ? (
        <ProgressBar percent={percent} label={`Subiendo ${name}`} />
      ) : (
        <span role="alert" className="text-dense font-medium text-danger">
          {error}
        </span>
      )}
    </li>
  );
}
