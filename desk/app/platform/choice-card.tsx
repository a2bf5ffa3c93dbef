import type { ComponentProps } from 'react';

/** One of a few choices, with an explanation. A press anywhere on the card chooses it. */
export const ChoiceCard = ({
  title,
  note,
  ...radio
}: Omit<ComponentProps<'input'>, 'type' | 'className'> & { title: string; note: string }) => (
  <label className="flex min-h-touch items-start gap-2.5 rounded-sm px-3 py-2.5 inset-ring inset-ring-border-control has-checked:bg-surface-tint has-checked:inset-ring-2 has-checked:inset-ring-primary">
    <input type="radio" {...radio} className="radio mt-0.5" />
    <span>
      <b className="font-semibold">{title}</b>
      <small className="block text-xs text-ink-muted">{note}</small>
    </span>
  </label>
);
