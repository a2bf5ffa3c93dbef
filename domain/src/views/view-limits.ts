/** Saved views of one person, and those in their menu, at most. */
export const maxViews = 50;
export const maxPinnedViews = 8;

export const viewNameMaxLength = 60;
