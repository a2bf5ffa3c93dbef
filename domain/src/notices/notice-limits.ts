/** Notices in one answer, and unread ones that are counted, at most. */
export const maxNotices = 100;
