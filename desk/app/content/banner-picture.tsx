import type { BannerCut } from '@ceiba/contract/desk/banners';
import { typedFault } from '@ceiba/contract/desk/fields';
import { pictureMaxBytes } from '@ceiba/contract/desk/product-fields';
import { cx } from '@ceiba/ui/class-names';
import { type PointerEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { useController, useWatch } from 'react-hook-form';
import { useChange } from '../actions/use-change.ts';
import type { EntityControl } from '../entity/entity-place.ts';
import { Button } from '../platform/button.tsx';
import { useFileDrop } from '../platform/drag.ts';
import { FileButton } from '../platform/file-button.tsx';
import { fieldRefusalText } from '../platform/notes.tsx';
import { call } from '../session/desk-client.ts';
import { type Crop, centred, cutSizes, fileOfCut, showCut } from './crop.ts';

const cutsOf = (place: string): readonly BannerCut[] => (place === 'promo' ? ['square'] : ['wide', 'phone']);

const fieldOf: Readonly<Record<BannerCut, 'picture' | 'phonePicture'>> = {
  wide: 'picture',
  square: 'picture',
  phone: 'phonePicture',
};

/** The place of the banner in a form. The place of a stored banner cannot change. */
export const usePlace = ({ form, row }: Pick<EntityControl, 'form' | 'row'>): string => {
  const typed = useWatch({ control: form.control, name: 'place' });
  return String(row?.['place'] ?? typed ?? 'hero');
};

/** The control of a banner's picture, which also has a separate cut for phones (PROD-15). */
export function BannerPicture({ form, field, row }: EntityControl) {
  const place = usePlace({ form, row });
  const validate = (text: string): true | string => typedFault(field, text) ?? true;
  const picture = useController({ control: form.control, name: 'picture', rules: { validate } });
  const phone = useController({ control: form.control, name: 'phonePicture' });
  const controls = { picture: picture.field, phonePicture: phone.field };

  // A picture of another place has other widths.
  const former = useRef(place);
  useEffect(() => {
    if (former.current === place) return;
    former.current = place;
    form.setValue('picture', '');
    form.setValue('phonePicture', '');
  }, [place, form]);

  return (
    <PictureChooser
      key={place}
      label="Foto del banner"
      cuts={cutsOf(place)}
      urls={[picture.field.value, phone.field.value ?? ''].filter((url) => url !== '')}
      error={picture.fieldState.error?.message}
      inputRef={picture.field.ref}
      onUrl={(cut, url) => controls[fieldOf[cut]].onChange(url)}
    />
  );
}

/** Takes a dropped or chosen picture, cuts it for each width and uploads the cuts. `onUrl` gets the address of each cut. */
export function PictureChooser({
  label,
  cuts,
  urls,
  error,
  inputRef,
  onUrl,
}: {
  label: string;
  cuts: readonly BannerCut[];
  /** The addresses of the stored cuts. */
  urls: readonly string[];
  error?: string | undefined;
  inputRef?: (element: HTMLElement | null) => void;
  onUrl: (cut: BannerCut, url: string) => void;
}) {
  const [bitmap, setBitmap] = useState<ImageBitmap>();
  const [fault, setFault] = useState<string>();
  const { isSending, send } = useChange();
  const upload = async (file: File, cut: BannerCut): Promise<boolean> => {
    const body = new FormData();
    body.append('cut', cut);
    body.append('pictures', file);
    const sent = await send((options) => call('addBannerPicture', { body }, options));
    if (!sent.ok) setFault(fieldRefusalText(sent.error, 'pictures'));
    else onUrl(cut, sent.value.data.url);
    return sent.ok;
  };
  const choose = async (file: File | undefined): Promise<void> => {
    if (file === undefined || isSending) return;
    setFault(undefined);
    setBitmap(undefined);
    if (file.size > pictureMaxBytes) return setFault('Pesa más de 15 MB: guárdala más pequeña y súbela de nuevo.');
    const opened = await createImageBitmap(file).catch(() => undefined);
    if (opened !== undefined) return setBitmap(opened);
    // This browser cannot open the file, for example HEIC. The file is sent anyway, because the server's refusal says what to do.
    for (const cut of cuts) if (!(await upload(file, cut))) return;
  };
  const uploadCuts = async (crops: Readonly<Partial<Record<BannerCut, Crop>>>): Promise<void> => {
    if (bitmap === undefined || isSending) return;
    setFault(undefined);
    for (const cut of cuts) if (!(await upload(await fileOfCut(bitmap, cut, crops[cut] ?? centred), cut))) return;
    setBitmap(undefined);
  };
  return (
    <PictureDrop
      label={label}
      urls={urls}
      error={fault ?? error}
      inputRef={inputRef}
      onFile={(file) => void choose(file)}
    >
      {bitmap !== undefined && (
        <Cropper
          bitmap={bitmap}
          cuts={cuts}
          isSending={isSending}
          onUse={(crops) => void uploadCuts(crops)}
          onCancel={() => setBitmap(undefined)}
        />
      )}
    </PictureDrop>
  );
}

function PictureDrop({
  label,
  urls,
  error,
  inputRef,
  onFile,
  children,
}: {
  label: string;
  urls: readonly string[];
  error: string | undefined;
  inputRef: ((element: HTMLElement | null) => void) | undefined;
  onFile: (file: File | undefined) => void;
  children: ReactNode;
}) {
  const hint = useId();
  const { isOver, place } = useFileDrop(([file]) => onFile(file));
  return (
    <fieldset
      className={cx(
        'grid min-w-0 grid-cols-[minmax(0,1fr)] gap-2 rounded-sm border border-dashed border-border-strong p-3',
        isOver && 'outline-2 outline-offset-2 outline-focus',
      )}
      aria-label={label}
      {...place}
    >
      <span className="text-dense font-semibold">
        Foto
        <span aria-hidden="true" className="text-danger">
          {' *'}
        </span>
      </span>
      {urls.length > 0 && (
        <span className="flex flex-wrap gap-2">
          {urls.map((url) => (
            <img key={url} src={url} alt="" className="h-24 max-w-full rounded-xs object-contain" />
          ))}
        </span>
      )}
      {children}
      <span className="flex flex-wrap items-center gap-2">
        <FileButton
          accept="image/jpeg,image/png,image/webp,.jpg,.jpeg,.png,.webp,.heic"
          onFile={onFile}
          inputRef={inputRef}
          hint={hint}
        >
          {urls.length === 0 ? 'Elegir foto' : 'Cambiar foto'}
        </FileButton>
        <small id={hint} className="text-xs text-ink-muted">
          O arrástrala aquí. JPG, PNG o WebP de hasta 15 MB.
        </small>
      </span>
      {error !== undefined && (
        <span role="alert" className="text-dense font-medium text-danger">
          {error}
        </span>
      )}
    </fieldset>
  );
}

function Cropper({
  bitmap,
  cuts,
  isSending,
  onUse,
  onCancel,
}: {
  bitmap: ImageBitmap;
  cuts: readonly BannerCut[];
  isSending: boolean;
  onUse: (crops: Readonly<Partial<Record<BannerCut, Crop>>>) => void;
  onCancel: () => void;
}) {
  const [crops, setCrops] = useState<Readonly<Partial<Record<BannerCut, Crop>>>>({});
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      {cuts.map((cut) => (
        <CropFrame
          key={cut}
          bitmap={bitmap}
          cut={cut}
          crop={crops[cut] ?? centred}
          onCrop={(crop) => setCrops({ ...crops, [cut]: crop })}
        />
      ))}
      <span className="flex flex-wrap gap-2">
        <Button look="tonal" loading={isSending} onClick={() => onUse(crops)}>
          Usar esta foto
        </Button>
        <Button look="ghost" onClick={onCancel}>
          Dejar la de antes
        </Button>
      </span>
    </div>
  );
}

const limited = (value: number, least: number, most: number): number => Math.min(most, Math.max(least, value));

const sliders = [
  { name: 'x', label: 'Horizontal', min: 0, max: 1 },
  { name: 'y', label: 'Vertical', min: 0, max: 1 },
  { name: 'zoom', label: 'Acercar', min: 1, max: 3 },
] as const;

/** One cut of the picture. It moves by drag; its three controls also work with the keyboard. */
function CropFrame({
  bitmap,
  cut,
  crop,
  onCrop,
}: {
  bitmap: ImageBitmap;
  cut: BannerCut;
  crop: Crop;
  onCrop: (crop: Crop) => void;
}) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    if (canvas.current) showCut(canvas.current, bitmap, cut, crop);
  }, [bitmap, cut, crop]);
  const drag = ({ buttons, movementX, movementY, currentTarget }: PointerEvent<HTMLCanvasElement>): void => {
    if (buttons === 0) return;
    const { width, height } = currentTarget.getBoundingClientRect();
    onCrop({
      ...crop,
      x: limited(crop.x - movementX / width, 0, 1),
      y: limited(crop.y - movementY / height, 0, 1),
    });
  };
  const { label } = cutSizes[cut];
  return (
    <fieldset className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-2" aria-label={label}>
      <span className="text-dense font-semibold">{label}</span>
      <canvas
        ref={canvas}
        className="w-full max-w-[480px] cursor-move touch-none rounded-xs bg-surface-sunken"
        onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
        onPointerMove={drag}
      />
      <span className="flex flex-wrap gap-x-4 gap-y-1">
        {sliders.map(({ name, label: words, min, max }) => (
          <label key={name} className="grid gap-1 text-xs text-ink-soft">
            {words}
            <input
              type="range"
              className="min-h-6 w-32 accent-primary"
              min={min}
              max={max}
              step={0.01}
              value={crop[name]}
              onChange={({ target }) => onCrop({ ...crop, [name]: Number(target.value) })}
            />
          </label>
        ))}
      </span>
    </fieldset>
  );
}
