import { Button, type ButtonProps } from '@ceiba/ui/button';

/** The last row of an account form: the button at the right, other actions (`children`) before it. */
export function SubmitRow({ label, children, ...button }: ButtonProps & { label: string }) {
  return (
    <div className="flex flex-wrap justify-end gap-3 border-t border-border pt-4 sm:col-span-full">
      {children}
      <Button type="submit" {...button}>
        {label}
      </Button>
    </div>
  );
}
