/** The outcome of an action by a person. `ok: false` means that nothing was written. A defect throws instead. */
export type Result<T, E extends { code: string } = { code: string }> = { ok: true; value: T } | { ok: false; error: E };

export const ok = <T>(value: T): { ok: true; value: T } => ({ ok: true, value });

export const refuse = <E extends { code: string }>(error: E): { ok: false; error: E } => ({ ok: false, error });
