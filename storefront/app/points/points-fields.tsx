import type { PointsOption } from '@ceiba/contract/points';
import { formatTypedInput, type PointsInput, pointsInputMessage } from '@ceiba/domain/points/points-inputs';
import { TextField } from '@ceiba/ui/field';
import { typedField } from '@ceiba/ui/typed-field';
import type { UseFormReturn } from 'react-hook-form';

/** What is typed, by field. */
export type PointsValues = Partial<Record<PointsInput, string>>;

export const pointsFormId = 'canje';

/** Empty fields of a program. */
export const valuesOf = ({ inputs }: PointsOption): PointsValues =>
  Object.fromEntries(inputs.map(({ name }) => [name, '']));

type Input = PointsOption['inputs'][number];

/** How each format is typed on a telephone, and what a browser may fill in. */
const hints: Record<Input['format'], { inputMode?: 'numeric' | 'tel' | 'text'; type?: string; placeholder?: string }> =
  {
    cardNumber: { inputMode: 'numeric', placeholder: '0000 0000 0000 0000' },
    date: { inputMode: 'numeric', placeholder: 'MM / YY' },
    cvv: { inputMode: 'numeric', type: 'password', placeholder: '•••' },
    points: { inputMode: 'numeric' },
    phone: { inputMode: 'tel', placeholder: '0000-0000' },
    document: { inputMode: 'numeric' },
    birthDate: { type: 'date' },
    text: {},
  };

const autoComplete: Record<PointsInput, string> = {
  dpi: 'off',
  birthDate: 'bday',
  ccNumber: 'cc-number',
  ccDate: 'cc-exp',
  ccCVV: 'cc-csc',
  ccOwner: 'cc-name',
};

/** The fields of a program, written as they are typed (PTS-08, PTS-14, DEC-113). */
export function PointsFields({
  option,
  form,
  onSubmit,
}: {
  option: PointsOption;
  form: UseFormReturn<PointsValues>;
  onSubmit: (values: PointsValues) => void;
}) {
  return (
    <form
      id={pointsFormId}
      noValidate
      onSubmit={form.handleSubmit(onSubmit)}
      aria-label={option.title}
      className="grid gap-4"
    >
      <p className="text-sm text-ink-soft">
        Escribe los datos de tu cuenta para consultar tus puntos. No los guardamos.
      </p>
      {option.inputs.map(({ name, label, format, maxLength, required }) => (
        <TextField
          key={name}
          {...typedField(form, name, {
            label,
            required,
            autoComplete: autoComplete[name],
            // A text that is pasted with its separators is longer than what is kept of it.
            maxLength: format === 'text' ? maxLength : undefined,
            ...hints[format],
            format: (text) => formatTypedInput(format, text),
            validate: (value = '') => pointsInputMessage(name, value, new Date()),
          })}
        />
      ))}
    </form>
  );
}
