/** How many endpoints a tenant can have. */
export const mostEndpoints = 8
