/** Hashes of the URL that open something over the page. */

/** Specification 1, section 2. */
export const changePasswordHash = 'change-password'
export const userSettingsHash = 'user-settings'
export const notificationsHash = 'notifications'
