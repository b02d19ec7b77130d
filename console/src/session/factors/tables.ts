/** Apart from the calls, because the list of users is one of the first pages. */
export const factorTables = ['sign_in_factor', 'recovery_code', 'remembered_browser'] as const
