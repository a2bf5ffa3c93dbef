import { reasonField } from '@ceiba/contract/desk/fields';
import { type ReactNode, useState } from 'react';
import { FieldControl } from '../actions/field-control.tsx';
import { FormDialog } from '../actions/form-dialog.tsx';
import { useLandingForm } from '../actions/use-landing-form.ts';

interface Question {
  text: string;
  /** Undefined: the person gave up the change. */
  answer: (reason: string | undefined) => void;
}

/** Asks for the reason of a large change of a price (PROD-10). The caller renders `dialog`. */
export const usePriceReason = (): {
  askReason: (text: string) => Promise<string | undefined>;
  dialog: ReactNode;
} => {
  const [asked, setAsked] = useState<Question>();
  return {
    askReason: (text) =>
      new Promise((resolve) => {
        const answer = (reason: string | undefined): void => {
          setAsked(undefined);
          resolve(reason);
        };
        setAsked({ text, answer });
      }),
    dialog: asked && <ReasonDialog {...asked} />,
  };
};

function ReasonDialog({ text, answer }: Question) {
  const { form } = useLandingForm<Record<string, string>>({ defaultValues: { reason: '' } });
  const submit = form.handleSubmit(({ reason = '' }) => answer(reason.trim()));
  return (
    <FormDialog
      title="¿Cambiar así el precio?"
      text={text}
      button="Cambiar el precio"
      isSending={false}
      onSubmit={() => void submit()}
      onClose={() => answer(undefined)}
    >
      <FieldControl form={form} name="reason" field={reasonField} />
    </FormDialog>
  );
}
