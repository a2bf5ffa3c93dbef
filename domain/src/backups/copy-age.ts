/** In ms. An older backup is overdue: a day for the nightly run, plus two hours (OPS-05 of docs/spec/desk.md). */
export const backupOverdueMs = 26 * 3_600_000;

/** In ms. Maximum time between two checks or restores of a backup (OPS-07). */
export const restoreTestOverdueMs = 35 * 24 * 3_600_000;
