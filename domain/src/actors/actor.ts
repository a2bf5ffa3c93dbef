/** Who did something that is kept: with `id` whatever names them there (a customer's number, who typed a command, a job's name). */
export interface Actor {
  kind: 'customer' | 'staff' | 'token' | 'command' | 'job';
  /** Null: a guest. */
  id: string | null;
}

export const jobActor = (name: string): Actor => ({ kind: 'job', id: name });
export const customerActor = (customerId: string | null): Actor => ({ kind: 'customer', id: customerId });
