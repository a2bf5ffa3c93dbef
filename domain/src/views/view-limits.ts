/** Saved views of one person, and those in their menu, at most. */
export const mostViews = 50;
export const mostPinnedViews = 8;

export const viewNameMaxLength = 60;
