/** The tables that affect feature flags: flag queries run again when one of them changes. */
export const flagTables = ['feature_flag', 'feature_flag_override', 'feature_flag_user', 'datastore_entry'] as const
