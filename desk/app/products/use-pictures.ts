import { pictureMaxBytes } from '@ceiba/contract/desk/product-fields';
import type { DeskProduct } from '@ceiba/contract/desk/products';
import { useRef, useState } from 'react';
import { onceOptions } from '../actions/desk-action.ts';
import { isRefused, repeatable, useReread } from '../actions/use-change.ts';
import { fieldRefusalText } from '../platform/notes.tsx';
import { showFailure, showToast } from '../platform/toasts.tsx';
import { call, upload } from '../session/desk-client.ts';

type Picture = DeskProduct['pictures'][number];

/** A file that waits, is being sent, or has failed. */
export interface PictureUpload {
  id: string;
  name: string;
  /** The share that was sent, in percent. */
  percent: number;
  error?: string;
  /** Sends the same file again. Set if the answer got lost. */
  again?: () => void;
}

const tooLarge = 'Pesa más de 15 MB: guárdala más pequeña y súbela de nuevo.';

/** Sends files one after the other, in the chosen order. A refused file does not stop the others (PROD-06). */
export function usePictureUploads(sku: string, onSaved: (product: DeskProduct) => void) {
  const [uploads, setUploads] = useState<readonly PictureUpload[]>([]);
  const queue = useRef(Promise.resolve());
  const note = (id: string, changes: Partial<PictureUpload>): void =>
    setUploads((all) => all.map((each) => (each.id === id ? { ...each, ...changes } : each)));
  const drop = (id: string): void => setUploads((all) => all.filter((each) => each.id !== id));
  const sendOne = async (id: string, file: File, headers: Record<string, string>): Promise<void> => {
    const body = new FormData();
    body.append('pictures', file);
    const onProgress = (share: number): void => note(id, { percent: Math.round(share * 100) });
    const sent = await upload('addProductPicture', { params: { sku }, body }, { headers, onProgress });
    if (sent.ok) {
      drop(id);
      onSaved(sent.value.data);
      return;
    }
    const error = fieldRefusalText(sent.error, 'pictures');
    note(id, isRefused(sent.error) ? { error } : { error, again: () => start(id, file, headers) });
  };
  const start = (id: string, file: File, headers: Record<string, string>): void => {
    setUploads((all) => all.map((each) => (each.id === id ? { id, name: file.name, percent: 0 } : each)));
    queue.current = queue.current.then(() => sendOne(id, file, headers));
  };
  return {
    uploads,
    drop,
    add: (files: readonly File[]): void => {
      for (const file of files) {
        const id = crypto.randomUUID();
        const isLarge = file.size > pictureMaxBytes;
        setUploads((all) => [...all, { id, name: file.name, percent: 0, ...(isLarge && { error: tooLarge }) }]);
        if (!isLarge) start(id, file, onceOptions().headers ?? {});
      }
    },
  };
}

const keyed = ({ key, label }: Picture): { key: string; label: string } => ({ key, label });

/** The pictures of a product. Each change is saved immediately. A change during a save is sent after the answer, with the version of that answer. */
export function usePictureOrder(product: DeskProduct, onSaved: (product: DeskProduct) => void) {
  const { sku } = product;
  const [unsaved, setUnsaved] = useState<readonly Picture[]>();
  const latest = useRef<readonly Picture[]>(undefined);
  const isSaving = useRef(false);
  const [change] = useState(repeatable);
  const reread = useReread();
  const save = async (from: DeskProduct): Promise<void> => {
    const pictures = latest.current;
    if (pictures === undefined) return;
    const body = { version: from.picturesVersion, pictures: pictures.map(keyed) };
    const sent = await change.send((options) => call('changeProductPictures', { params: { sku }, body }, options));
    if (!sent.ok) {
      latest.current = undefined;
      setUnsaved(undefined);
      await reread(sent.error);
      showFailure(`Las fotos no se guardaron. ${fieldRefusalText(sent.error, 'pictures')}`);
      return;
    }
    onSaved(sent.value.data);
    if (latest.current !== pictures) return save(sent.value.data);
    latest.current = undefined;
    setUnsaved(undefined);
    showToast('Fotos guardadas');
  };
  return {
    pictures: unsaved ?? product.pictures,
    change: (next: readonly Picture[]): void => {
      latest.current = next;
      setUnsaved(next);
      if (isSaving.current) return;
      isSaving.current = true;
      void save(product).finally(() => {
        isSaving.current = false;
      });
    },
  };
}
