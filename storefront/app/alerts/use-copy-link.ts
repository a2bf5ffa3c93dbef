import { copyText } from '@ceiba/client/copy-text';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { showToast } from './notices.ts';

interface CopyLink {
  copy: (link: string) => Promise<void>;
  /** The field that shows the link. */
  field: RefObject<HTMLInputElement | null>;
  /** The message that the link could not be copied and is now selected. Empty if the copy succeeded. */
  byHand: string;
}

/** Copies a link and shows a message. If this fails, selects the link in its field, so that the shopper can copy it. */
export function useCopyLink(): CopyLink {
  const field = useRef<HTMLInputElement>(null);
  // A new object for each failure, so that another press selects the link again.
  const [failure, setFailure] = useState<object | null>(null);
  // After the rendering, which may be the first one with the field.
  useEffect(() => {
    if (failure === null) return;
    field.current?.focus();
    field.current?.select();
  }, [failure]);
  const copy = async (link: string): Promise<void> => {
    const isCopied = await copyText(link);
    setFailure(isCopied ? null : {});
    if (isCopied) showToast('Enlace copiado');
  };
  return { copy, field, byHand: failure === null ? '' : 'No pudimos copiar el enlace. Está seleccionado: cópialo tú.' };
}
