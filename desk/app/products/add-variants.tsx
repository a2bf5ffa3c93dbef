import type { Family } from '@ceiba/contract/desk/families';
import { maxVariants, newVariantFields } from '@ceiba/contract/desk/family-fields';
import { type Field, typedFault } from '@ceiba/contract/desk/fields';
import { useState } from 'react';
import { FieldControl } from '../actions/field-control.tsx';
import { FormDialog } from '../actions/form-dialog.tsx';
import { useLandingForm } from '../actions/use-landing-form.ts';
import { Note } from '../platform/notes.tsx';
import { showToast } from '../platform/toasts.tsx';
import { call } from '../session/desk-client.ts';

const listField: Field = {
  kind: 'text',
  label: 'Variantes nuevas, una por línea',
  max: maxVariants * 280,
  isLong: true,
  hint: 'Por ejemplo «Rojo». Con su código: «Rojo; CAM-ROJO». También puedes pegar dos columnas de una hoja.',
};

interface NewVariant {
  label: string;
  sku: string | null;
}

/** The variants in a typed or pasted list. A tab or a semicolon separates label and code. */
const readList = (text: string): NewVariant[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map((line) => {
      const [label = '', sku = ''] = line.split(/[\t;]/).map((part) => part.trim());
      return { label, sku: sku === '' ? null : sku };
    });

/** The message for the first wrong line. Undefined if all lines are right. */
const faultIn = (variants: readonly NewVariant[]): string | undefined => {
  for (const [at, { label, sku }] of variants.entries()) {
    const fault = typedFault(newVariantFields.label, label) ?? typedFault(newVariantFields.sku, sku ?? '');
    if (fault !== null) return `Línea ${at + 1}: ${fault}`;
  }
  return variants.length > maxVariants ? `Escribe ${maxVariants} líneas a lo más.` : undefined;
};

/** "Agregar variantes": a list of labels becomes drafts with the texts, pictures and price of one variant. `sources`: the variants to choose from. */
export function AddVariants({
  sources,
  onAdded,
  onClose,
}: {
  sources: readonly { sku: string; label: string }[];
  onAdded: (family: Family) => void;
  onClose: () => void;
}) {
  const [first] = sources;
  const { form, said, isSending, send } = useLandingForm<Record<string, string>>({
    defaultValues: { source: first?.sku ?? '', variants: '' },
  });
  const [wrong, setWrong] = useState<string>();
  const sourceField: Field = {
    kind: 'choice',
    label: 'Copiar de',
    values: Object.fromEntries(sources.map(({ sku, label }) => [sku, label])),
  };
  const submit = form.handleSubmit(async ({ source = '', variants: text = '' }) => {
    const variants = readList(text);
    const fault = faultIn(variants);
    setWrong(fault);
    if (fault !== undefined) return;
    const sent = await send(
      (options) => call('addVariants', { params: { sku: source }, body: { variants } }, options),
      { variants: 'variants' },
    );
    if (!sent.ok) return;
    showToast(
      variants.length === 1
        ? 'Variante agregada como borrador'
        : `${variants.length} variantes agregadas como borradores`,
    );
    onClose();
    onAdded(sent.value.data);
  });
  return (
    <FormDialog
      title="Agregar variantes"
      text="Cada una es un borrador con los textos, las fotos y el precio de la que copias. Sus códigos de barras y existencias son propios."
      button="Agregar variantes"
      isSending={isSending}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      {sources.length > 1 && <FieldControl form={form} name="source" field={sourceField} />}
      <FieldControl form={form} name="variants" field={listField} rows={6} />
      {(wrong ?? said) !== undefined && <Note kind="error">{wrong ?? said}</Note>}
    </FormDialog>
  );
}
