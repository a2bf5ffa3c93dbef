/** Every outcome a person can cause is data: `ok: false` means nothing was written. Bugs throw instead. */
export type Result<T, E extends { code: string } = { code: string }> = { ok: true; value: T } | { ok: false; error: E };

export const ok = <T>(value: T): { ok: true; value: T } => ({ ok: true, value });

export const refuse = <E extends { code: string }>(error: E): { ok: false; error: E } => ({ ok: false, error });
