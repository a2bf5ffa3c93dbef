import type { ApiError } from '@ceiba/contract/client';
import { importKinds } from '@ceiba/contract/desk/import-kinds';
import { ProgressBar } from '@ceiba/ui/progress-bar';
import { useState } from 'react';
import { Link } from 'react-router';
import { FormDialog } from '../actions/form-dialog.tsx';
import { useChange } from '../actions/use-change.ts';
import { CheckField, Field, SelectField } from '../platform/field.tsx';
import { fieldRefusalText, Note } from '../platform/notes.tsx';
import { upload } from '../session/desk-client.ts';
import { firstKind, templateHref, useImportKinds } from './import-looks.ts';

/** The form data to send. The file comes last, so that the server has the texts before it reads the file. */
const formOf = (texts: Readonly<Record<string, string>>, file: File): FormData => {
  const body = new FormData();
  for (const [name, text] of Object.entries(texts)) body.append(name, text);
  body.append('file', file);
  return body;
};

/** "Subir archivo": asks for the kind, the file, and whether a wrong row also stops the correct rows. An upload changes no data (BULK-03). */
export function UploadDialog({ onUploaded, onClose }: { onUploaded: (id: string) => void; onClose: () => void }) {
  const allowed = useImportKinds();
  const [kind, setKind] = useState<string>(firstKind(allowed) ?? '');
  const [mode, setMode] = useState('whole');
  const [appliesAgain, setAppliesAgain] = useState(false);
  const [file, setFile] = useState<File>();
  const [percent, setPercent] = useState(0);
  const [missing, setMissing] = useState<string>();
  const { send, renew, isSending, error } = useChange();
  const wasApplied = error?.code === 'IMPORT_ALREADY_APPLIED';
  const submit = async (): Promise<void> => {
    if (file === undefined) return setMissing('Elige el archivo.');
    const texts = { kind, mode, ...(appliesAgain && { again: 'true' }) };
    const sent = await send((options) =>
      upload(
        'createImport',
        { body: formOf(texts, file) },
        { ...options, onProgress: (share) => setPercent(Math.round(share * 100)) },
      ),
    );
    if (!sent.ok) return;
    onClose();
    onUploaded(sent.value.data.id);
  };
  return (
    <FormDialog
      title="Subir archivo"
      text="Primero se revisa: verás las diferencias y los errores antes de aplicarlo."
      button="Subir y revisar"
      isSending={isSending}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <SelectField
        label="Qué trae"
        value={kind}
        onChange={({ target }) => {
          setKind(target.value);
          renew();
        }}
      >
        {allowed.map((each) => (
          <option key={each} value={each}>
            {importKinds[each]}
          </option>
        ))}
      </SelectField>
      <Link className="link" to={templateHref(kind)} onClick={onClose}>
        Plantilla y columnas
      </Link>
      <SelectField
        label="Si hay filas con error"
        value={mode}
        onChange={({ target }) => {
          setMode(target.value);
          renew();
        }}
      >
        <option value="whole">Todo o nada</option>
        <option value="validRows">Solo filas correctas</option>
      </SelectField>
      <FileField
        accept={kind === 'pictures' ? '.zip' : '.csv,.tsv,.txt,.xlsx'}
        error={missing ?? fileFault(error)}
        onChosen={(chosen) => {
          setFile(chosen);
          setMissing(undefined);
          renew();
        }}
      />
      {(wasApplied || appliesAgain) && (
        <CheckField
          label="Aplicarlo otra vez"
          checked={appliesAgain}
          onChange={({ target }) => {
            setAppliesAgain(target.checked);
            renew();
          }}
        />
      )}
      {isSending && <ProgressBar percent={percent} label="Subiendo" />}
      {error !== undefined && fileFault(error) === undefined && (
        <Note kind="error">{fieldRefusalText(error, 'file')}</Note>
      )}
    </FormDialog>
  );
}

/** The server's message about the file. Undefined if the refusal is not about the file. */
const fileFault = (error: ApiError | undefined): string | undefined =>
  error?.code === 'VALIDATION_ERROR' ? fieldRefusalText(error, 'file') : undefined;

function FileField({
  accept,
  error,
  onChosen,
}: {
  accept: string;
  error: string | undefined;
  onChosen: (file: File | undefined) => void;
}) {
  return (
    <Field label="Archivo" hint="CSV o XLSX; las fotos, en un ZIP." {...(error !== undefined && { error })}>
      {(carried) => (
        <input
          {...carried}
          type="file"
          className="control py-1"
          accept={accept}
          onChange={({ target }) => onChosen(target.files?.[0])}
        />
      )}
    </Field>
  );
}
