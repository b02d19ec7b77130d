/** The tables behind feature flags: what was read by them is read again when one of them changes. */
export const flagTables = ['feature_flag', 'feature_flag_override', 'feature_flag_user', 'datastore_entry'] as const
