import { ok, type Result, refuse } from '../result.ts';

export type CvvRefusal = { code: 'empty' | 'bad_characters' | 'too_short' | 'too_long' };

/** 3 to 4 digits (PAY-18, CONST-16). Which of the two a card needs is the gateway's matter (DEC-173). */
export function checkCvv(input: string): Result<string, CvvRefusal> {
  const cvv = input.trim();
  if (cvv === '') return refuse({ code: 'empty' });
  if (!/^\d+$/.test(cvv)) return refuse({ code: 'bad_characters' });
  if (cvv.length < 3) return refuse({ code: 'too_short' });
  if (cvv.length > 4) return refuse({ code: 'too_long' });
  return ok(cvv);
}

/** For a field while it is typed: digits only, at most 4. */
export const formatTypedCvv = (input: string): string => input.replace(/\D/g, '').slice(0, 4);
