/** Local storage: who is signed in, for all tabs of this browser. The token itself is a cookie no script reads (DEC-04). */
export const sessionStorageKey = 'ceiba.customer';
