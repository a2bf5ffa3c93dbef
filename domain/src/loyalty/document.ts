import { profileDpiMessage } from '../billing/dpi.ts';
import { normalizeNit, profileNitMessage } from '../billing/nit.ts';
import { passportMessage } from '../billing/passport.ts';
import { ok, type Result, refuse } from '../result.ts';

/** DEC-116. */
export const documentTypes = ['DPI', 'NIT', 'Pasaporte'] as const;
export type DocumentType = (typeof documentTypes)[number];

/** What a member of the loyalty program is found by (PTS-20). */
export interface LoyaltyDocument {
  documentType: DocumentType;
  documentId: string;
}

/** For the field of its number; null = nothing to say. */
export function documentMessage({ documentType, documentId }: LoyaltyDocument): string | null {
  if (documentType === 'DPI') return profileDpiMessage(documentId);
  return documentType === 'NIT' ? profileNitMessage(documentId) : passportMessage(documentId);
}

/** As it is kept and sent: one number is always written in one way. Refuses with what the field says. */
export function readDocument(typed: LoyaltyDocument): Result<LoyaltyDocument, { code: 'invalid'; message: string }> {
  const message = documentMessage(typed);
  if (message !== null) return refuse({ code: 'invalid', message });
  // Without spaces and dashes, in capitals: so a passport too, and a DPI, which has digits alone.
  return ok({ documentType: typed.documentType, documentId: normalizeNit(typed.documentId) });
}

/** What the page of the points program says (PROF-23, DEC-116). */
export const loyaltyTexts = {
  exists: 'Este documento ya tiene una cuenta de Puntos MAX.',
  unknown: 'No encontramos una cuenta de Puntos MAX con estos datos.',
  registered: 'Tu cuenta de Puntos MAX está lista.',
  termsRequired: 'Acepta los términos y condiciones de Puntos MAX.',
} as const;
