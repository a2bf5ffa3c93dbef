/** The author of a recorded change. `id` identifies the author within the kind: the name of an operator or of a job. */
export interface Actor {
  kind: 'customer' | 'staff' | 'token' | 'command' | 'job';
  /** Null for a buyer. The order keeps the buyer's name as long as the law allows. */
  id: string | null;
}

export const jobActor = (name: string): Actor => ({ kind: 'job', id: name });
export const buyer: Actor = { kind: 'customer', id: null };
