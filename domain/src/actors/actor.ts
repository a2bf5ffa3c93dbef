/** Who did something that is kept: with `id` whatever names them there (who typed a command, a job's name). */
export interface Actor {
  kind: 'customer' | 'staff' | 'token' | 'command' | 'job';
  /** Null of a buyer: the order says who, for as long as it may. */
  id: string | null;
}

export const jobActor = (name: string): Actor => ({ kind: 'job', id: name });
export const buyer: Actor = { kind: 'customer', id: null };
