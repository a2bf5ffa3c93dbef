/** Maximum number of saved views of a person, and of views in their menu. */
export const maxViews = 50;
export const maxPinnedViews = 8;

export const viewNameMaxLength = 60;
