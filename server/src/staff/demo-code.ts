import { Secret, TOTP } from 'otpauth';

/** The second factor of every person of the demo shop's desk (desk.md §0.5): everybody knows it, and a real shop has nobody with it. */
export const demoStaffSecret = 'CEIBADEMOCEIBADEMOCEIBADEMO23456';

/** The code of that moment, for who has no app at hand. */
export const demoStaffCode = (now: Date): string =>
  new TOTP({ algorithm: 'SHA1', digits: 6, period: 30, secret: Secret.fromBase32(demoStaffSecret) }).generate({
    timestamp: now.getTime(),
  });
