/**
 * Returns the refusal of a note that would exceed the day's limit of mails to colleagues (policy `mentionMailsPerDay`). Null if the
 * note is within the limit.
 */
export function mentionRefusal({ sent, asked, most }: { sent: number; asked: number; most: number }): string | null {
  const left = Math.max(0, most - sent);
  if (asked <= left) return null;
  const used =
    left === 0
      ? `Hoy ya enviaste los avisos por correo que caben en un día (${most}).`
      : `Hoy te ${left === 1 ? 'queda 1 aviso' : `quedan ${left} avisos`} por correo de ${most}, y esta nota pide ${asked}.`;
  return `${used} Guarda la nota sin avisar a nadie, o avisa mañana.`;
}
