/** Maximum number of notices in a response, and of unread notices that are counted. */
export const maxNotices = 100;
