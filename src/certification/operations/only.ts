/** What every operation of the group says of its tenants. */
export const only = 'Only for tenants in the certification environment (409 CERTIFICATION_ONLY otherwise).'
