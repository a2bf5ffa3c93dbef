import { useState } from 'react';
import { Facts } from '../detail/facts.tsx';
import { Button } from '../platform/button.tsx';
import { CopyButton } from '../platform/copy-button.tsx';
import { Dialog, DialogEnd } from '../platform/dialog.tsx';
import { longMomentText } from '../platform/formats.ts';
import { FailureNote } from '../platform/notes.tsx';
import { useDeskQuery } from '../session/desk-client.ts';

/** "Vista previa": a link to the product's page before its publication, to open or to copy (PROD-04). */
export function PreviewButton({ sku }: { sku: string }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button icon="eye" aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
        Vista previa
      </Button>
      {isOpen && <PreviewDialog sku={sku} onClose={() => setIsOpen(false)} />}
    </>
  );
}

function PreviewDialog({ sku, onClose }: { sku: string; onClose: () => void }) {
  // Each opening of the dialog makes a new link that works for 24 hours.
  const link = useDeskQuery('getPreviewLink', { params: { sku } }, { staleTime: 0, gcTime: 0 });
  const preview = link.data?.data;
  const address = preview === undefined ? '' : `${location.origin}${preview.path}`;
  return (
    <Dialog
      title="Vista previa"
      text="Muestra los datos guardados como en la tienda. Quien tiene el enlace lo ve; nadie más lo encuentra."
      onClose={onClose}
      footer={
        preview !== undefined && (
          <DialogEnd>
            <CopyButton text={address} label="Copiar enlace" />
            <a className="button button-primary" href={preview.path} target="_blank" rel="noreferrer">
              Abrir vista previa
            </a>
          </DialogEnd>
        )
      }
    >
      {link.isPending && <p className="text-ink-muted">Haciendo el enlace…</p>}
      {link.error !== null && <FailureNote error={link.error} onRetry={() => void link.refetch()} />}
      {preview !== undefined && (
        <Facts
          facts={[
            ['Enlace', address],
            ['Deja de funcionar', longMomentText(preview.expiresAt)],
          ]}
          isWrapped
        />
      )}
    </Dialog>
  );
}
