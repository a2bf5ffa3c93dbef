/** Department of Guatemala: the region whose orders can be delivered free (CONST-35). */
export const homeRegionId = 485;
