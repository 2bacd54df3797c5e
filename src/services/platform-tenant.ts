/** Whose the tasks are that belong to no tenant. No tenant has this id, so nothing else is ever found under it. */
export const platformTenant = '00000000-0000-0000-0000-000000000000'
