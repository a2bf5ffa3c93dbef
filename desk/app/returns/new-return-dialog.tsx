import { isOrderNumber } from '@ceiba/domain/orders/order';
import { returnDescriptionMaxLength, returnReasons } from '@ceiba/domain/returns/return-window';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { FormDialog } from '../actions/form-dialog.tsx';
import { useChange } from '../actions/use-change.ts';
import { SelectField, TextAreaField, TextField } from '../platform/field.tsx';
import { countedText } from '../platform/formats.ts';
import { Note, refusalText } from '../platform/notes.tsx';
import { showToast } from '../platform/toasts.tsx';
import { call, useDeskQuery } from '../session/desk-client.ts';

type Reason = (typeof returnReasons)[number];

const missing = 'Falta este dato.';

/** Opens a return for who calls (WORK-20): of an order, or of one whose number is typed, with its lines to choose from. */
export function NewReturnDialog({ orderNumber: known, onClose }: { orderNumber?: string; onClose: () => void }) {
  const navigate = useNavigate();
  const [typed, setTyped] = useState('');
  const [sku, setSku] = useState<string>();
  const [quantity, setQuantity] = useState('1');
  const [reason, setReason] = useState<Reason | ''>('');
  const [description, setDescription] = useState('');
  const [isSubmitted, setIsSubmitted] = useState(false);
  const { error, isSending, send } = useChange();
  const orderNumber = known ?? typed.trim();
  const order = useDeskQuery(
    'getDeskOrder',
    { params: { number: orderNumber } },
    { enabled: isOrderNumber(orderNumber), staleTime: 5_000 },
  );
  const lines = order.data?.data.lines.filter(({ isGiftCard }) => !isGiftCard) ?? [];
  const chosen = sku ?? (lines.length === 1 ? (lines[0]?.sku ?? '') : '');
  const errors: Readonly<Record<string, string>> = error?.metadata.fields ?? {};
  const orderError = order.isError ? 'Ninguna orden tiene este número.' : undefined;
  const lack = (value: string): string | undefined => (isSubmitted && value === '' ? missing : undefined);
  const create = async (): Promise<void> => {
    setIsSubmitted(true);
    if (orderNumber === '' || chosen === '' || reason === '') return;
    const body = { orderNumber, sku: chosen, quantity: Number(quantity), reason, description: description.trim() };
    const created = await send((options) => call('createReturn', { body }, options));
    if (!created.ok) return;
    onClose();
    showToast('Devolución creada');
    void navigate(`/devoluciones/${created.value.data.number}`);
  };
  const isNamed = ['orderNumber', 'sku', 'quantity', 'reason', 'description'].some((name) => errors[name]);
  return (
    <FormDialog
      title="Nueva devolución"
      text={`${known === undefined ? '' : `Orden ${known}. `}Para quien llama: queda aprobada, y le llega un correo.`}
      button="Crear devolución"
      isSending={isSending}
      onSubmit={() => void create()}
      onClose={onClose}
    >
      {known === undefined && (
        <TextField
          label="Orden"
          required
          inputMode="numeric"
          autoComplete="off"
          maxLength={9}
          error={errors.orderNumber ?? orderError ?? lack(orderNumber)}
          value={typed}
          onChange={({ target }) => {
            setTyped(target.value);
            setSku(undefined);
          }}
        />
      )}
      <SelectField
        label="Producto"
        required
        disabled={lines.length === 0}
        hint={lines.length === 0 ? 'Primero la orden: aquí salen sus productos.' : undefined}
        error={errors.sku ?? (lines.length > 0 ? lack(chosen) : undefined)}
        value={chosen}
        onChange={({ target }) => setSku(target.value)}
      >
        {chosen === '' && <option value="">Elige el producto</option>}
        {lines.map(({ line, sku: code, title, quantity: units }) => (
          <option key={line} value={code}>
            {`${title} (${code}, ${countedText(units, 'unidad', 'unidades')})`}
          </option>
        ))}
      </SelectField>
      <TextField
        label="Cantidad"
        required
        inputMode="numeric"
        autoComplete="off"
        maxLength={3}
        error={errors.quantity}
        value={quantity}
        onChange={({ target }) => setQuantity(target.value)}
      />
      <SelectField
        label="Motivo"
        required
        error={errors.reason ?? lack(reason)}
        value={reason}
        onChange={({ target }) => setReason(returnReasons.find((each) => each === target.value) ?? '')}
      >
        {reason === '' && <option value="">Elige el motivo</option>}
        {returnReasons.map((each) => (
          <option key={each} value={each}>
            {each}
          </option>
        ))}
      </SelectField>
      <TextAreaField
        label="Qué dijo"
        rows={2}
        maxLength={returnDescriptionMaxLength}
        error={errors.description}
        value={description}
        onChange={({ target }) => setDescription(target.value)}
      />
      {error && !isNamed && <Note kind="error">{refusalText(error)}</Note>}
    </FormDialog>
  );
}
