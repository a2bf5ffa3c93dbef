import type { Shipment } from '@ceiba/contract/desk/shipments';
import { useEffect, useState } from 'react';
import { useChange } from '../actions/use-change.ts';
import { Card } from '../detail/detail-frame.tsx';
import { LeaveGuard } from '../detail/leave-guard.tsx';
import { Button } from '../platform/button.tsx';
import { Dialog, DialogEnd } from '../platform/dialog.tsx';
import { FileButton } from '../platform/file-button.tsx';
import { Note, refusalText } from '../platform/notes.tsx';
import { showToast } from '../platform/toasts.tsx';
import { call } from '../session/desk-client.ts';
import { SignaturePad } from './signature-pad.tsx';

/** The proof of a handover (WORK-12): a photo or a signature. Visible only in the desk. */
export function ProofCard({
  shipment,
  onSaved,
  onDirty,
}: {
  shipment: Shipment;
  onSaved: (shipment: Shipment) => void;
  /** Called with whether there is an unsaved photo or signature. */
  onDirty?: (isDirty: boolean) => void;
}) {
  const { id, version, hasProof, actions } = shipment;
  const { error, isSending, send } = useChange();
  // Stored until the proof is saved, so that the buyer need not sign twice after a lost answer.
  const [unsaved, setUnsaved] = useState<Blob>();
  const [isSigning, setIsSigning] = useState(false);
  const save = async (file: Blob): Promise<void> => {
    const body = new FormData();
    body.append('photos', file);
    const saved = await send((options) => call('saveProof', { params: { id }, body }, options));
    setUnsaved(saved.ok || saved.error.code === 'RETURN_IMAGE_INVALID' ? undefined : file);
    if (!saved.ok) return;
    showToast('Prueba guardada');
    onSaved(saved.value.data);
  };
  const isDirty = unsaved !== undefined || isSigning || isSending;
  useEffect(() => onDirty?.(isDirty), [isDirty, onDirty]);
  const mayAdd = actions.includes('proof');
  if (!mayAdd && !hasProof) return null;
  return (
    <Card title="Prueba de entrega">
      {hasProof && (
        // The address is constant, but each change replaces the picture.
        <img
          key={version}
          className="block max-h-80 max-w-full rounded-sm bg-white"
          src={`/v1/admin/shipments/${id}/proof`}
          alt={`Prueba de entrega de ${id}`}
        />
      )}
      {mayAdd && (
        <span className="flex items-center gap-2 flex-wrap">
          <FileButton
            accept="image/jpeg,image/png"
            isSending={isSending}
            isFromCamera
            onFile={(file) => void save(file)}
          >
            {hasProof ? 'Otra foto' : 'Agregar foto'}
          </FileButton>
          <Button icon="pencil" loading={isSending} aria-haspopup="dialog" onClick={() => setIsSigning(true)}>
            Firmar
          </Button>
        </span>
      )}
      {error && (
        <Note
          kind="error"
          actions={
            unsaved && (
              <Button loading={isSending} onClick={() => void save(unsaved)}>
                Guardar de nuevo
              </Button>
            )
          }
        >
          {refusalText(error)}
        </Note>
      )}
      <LeaveGuard isDirty={unsaved !== undefined} />
      {isSigning && (
        <SignatureDialog
          id={id}
          onSigned={(signature) => {
            setIsSigning(false);
            void save(signature);
          }}
          onClose={() => setIsSigning(false)}
        />
      )}
    </Card>
  );
}

function SignatureDialog({
  id,
  onSigned,
  onClose,
}: {
  id: string;
  onSigned: (signature: Blob) => void;
  onClose: () => void;
}) {
  const [signature, setSignature] = useState<Blob>();
  return (
    <Dialog
      title={`Firma de quien recibe ${id}`}
      onClose={onClose}
      footer={
        <DialogEnd>
          <Button onClick={onClose}>Cancelar</Button>
          <Button
            look="primary"
            disabled={signature === undefined}
            onClick={() => signature !== undefined && onSigned(signature)}
          >
            Guardar firma
          </Button>
        </DialogEnd>
      }
    >
      <SignaturePad onChange={setSignature} />
    </Dialog>
  );
}
