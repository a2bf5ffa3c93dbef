import {
  returnImageLimit,
  returnImageMaxSize,
  returnImageProblem,
  returnImageTypes,
} from '@ceiba/domain/returns/return-window';
import { Field } from '@ceiba/ui/field';
import { Icon } from '@ceiba/ui/icon';
import { IconButton } from '@ceiba/ui/icon-button';
import { useRef, useState } from 'react';
import { shrinkPhoto } from './shrink-photo.ts';

/**
 * Up to three pictures (DEC-142): chosen ones are listed, what cannot be sent is said and left out. A telephone's photo is
 * judged at the size it is sent in, not at the one it was taken in.
 */
export function PhotoField({
  photos,
  onChange,
}: {
  photos: readonly File[];
  onChange: (photos: readonly File[]) => void;
}) {
  const [problem, setProblem] = useState<string | undefined>();
  // What was chosen or taken out while others were still being made smaller counts.
  const latest = useRef(photos);
  const change = (all: readonly File[]): void => {
    latest.current = all;
    onChange(all);
  };
  const add = async (chosen: readonly File[]): Promise<void> => {
    const ready = await Promise.all(chosen.map(shrinkPhoto));
    const all = [...latest.current];
    let said: string | null = null;
    for (const file of ready) {
      const wrong = returnImageProblem(file, all.length);
      if (wrong === null) all.push(file);
      else said ??= wrong;
    }
    setProblem(said ?? undefined);
    change(all);
  };
  const remove = (photo: File): void => {
    setProblem(undefined);
    change(latest.current.filter((one) => one !== photo));
  };
  return (
    <div className="grid gap-2">
      <Field
        label="Fotos (opcional)"
        error={problem}
        hint={`Hasta ${returnImageLimit} fotos JPG o PNG, de ${returnImageMaxSize} cada una como máximo.`}
      >
        {(control) => (
          <span className="relative">
            {/* What a browser writes on its own control is in the browser's language. */}
            <input
              {...control}
              type="file"
              name="images"
              multiple
              accept={returnImageTypes.join(',')}
              className="peer sr-only"
              onChange={(event) => {
                void add([...(event.currentTarget.files ?? [])]);
                // The same file may be chosen again after it was taken out.
                event.currentTarget.value = '';
              }}
            />
            <label
              htmlFor={control.id}
              className="flex min-h-control cursor-pointer items-center justify-center gap-2 rounded-md border-[1.5px] border-dashed border-border-control px-3.5 font-medium text-link peer-focus-visible:outline-2 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-primary hover:bg-surface-tint"
            >
              <Icon name="plus" size="sm" />
              Elegir fotos
            </label>
          </span>
        )}
      </Field>
      {photos.length > 0 && (
        <ul aria-label="Fotos elegidas" className="grid gap-1">
          {photos.map((photo) => (
            <li key={`${photo.name}${photo.size}${photo.lastModified}`} className="flex items-center gap-2 text-sm">
              <Icon name="check" size="sm" className="flex-none text-success" />
              <span className="min-w-0 flex-1 truncate">{photo.name}</span>
              <IconButton label={`Quitar ${photo.name}`} onClick={() => remove(photo)}>
                <Icon name="trash-2" size="sm" />
              </IconButton>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
