/** Others' books, in which nothing stands: made orders were paid in cash. */
export const emptyBooks = {
  bank: { account: 'bank/none', listCharges: async () => ({ approved: [], next: null }), reachMs: 0, settlingMs: 0 },
  programs: {
    listHolds: async () => ({ holds: [], next: null }),
    findHold: async () => ({ kind: 'unknown' as const, reason: 'nothing is asked' }),
  },
};
