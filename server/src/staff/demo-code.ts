import { Secret, TOTP } from 'otpauth';

/** The second factor of every desk user of the demo shop (desk.md §0.5). It is public, and nobody in a real shop has it. */
export const demoStaffSecret = 'CEIBADEMOCEIBADEMOCEIBADEMO23456';

/** Returns the code at that time, for people without an authenticator app. */
export const demoStaffCode = (now: Date): string =>
  new TOTP({ algorithm: 'SHA1', digits: 6, period: 30, secret: Secret.fromBase32(demoStaffSecret) }).generate({
    timestamp: now.getTime(),
  });
