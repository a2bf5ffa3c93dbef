import { useEffect, useId, useState } from 'react';
import { useChange } from '../actions/use-change.ts';
import { Card } from '../detail/detail-frame.tsx';
import { LeaveGuard } from '../detail/leave-guard.tsx';
import { Button } from '../platform/button.tsx';
import { Dialog } from '../platform/dialog.tsx';
import { Note, refusalText } from '../platform/notes.tsx';
import { showToast } from '../platform/toasts.tsx';
import { call } from '../session/desk-client.ts';
import type { Shipment } from './shipment-page.tsx';
import { SignaturePad } from './signature-pad.tsx';

/** What shows that a shipment was handed over (WORK-12): a photo or a signature, which nobody outside the desk sees. */
export function ProofCard({
  shipment,
  onSaved,
  onDirty,
}: {
  shipment: Shipment;
  onSaved: (shipment: Shipment) => void;
  /** Whether something was taken that is not saved yet. */
  onDirty?: (isDirty: boolean) => void;
}) {
  const { id, version, hasProof, actions } = shipment;
  const { error, isSending, send } = useChange();
  // Nobody signs twice because an answer got lost.
  const [unsaved, setUnsaved] = useState<Blob>();
  const [isSigning, setIsSigning] = useState(false);
  const photo = useId();
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
        // Its address stays, what stands there is another after each change.
        <img
          key={version}
          className="proof"
          src={`/v1/admin/shipments/${id}/proof`}
          alt={`Prueba de entrega de ${id}`}
        />
      )}
      {mayAdd && (
        <span className="row wrapx">
          <input
            id={photo}
            type="file"
            accept="image/jpeg,image/png"
            capture="environment"
            className="sr"
            disabled={isSending}
            onChange={({ target }) => {
              const [file] = target.files ?? [];
              if (file !== undefined) void save(file);
              target.value = '';
            }}
          />
          <label htmlFor={photo} className="btn">
            {hasProof ? 'Otra foto' : 'Agregar foto'}
          </label>
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
        <span className="end">
          <Button onClick={onClose}>Cancelar</Button>
          <Button
            look="primary"
            disabled={signature === undefined}
            onClick={() => signature !== undefined && onSigned(signature)}
          >
            Guardar firma
          </Button>
        </span>
      }
    >
      <SignaturePad onChange={setSignature} />
    </Dialog>
  );
}
