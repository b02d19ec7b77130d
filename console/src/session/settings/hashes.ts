/** Hashes of the URL that open something over the page. */

/** Specification 1, section 2. */
export const changePasswordHash = 'change-password'
export const userSettingsHash = 'user-settings'
export const notificationsHash = 'notifications'

/** The choice of the moment that the console shows. */
export const momentHash = 'moment'

/** Open the user settings at a field. */
export const languageHash = `${userSettingsHash}.language`
export const timeZoneHash = `${userSettingsHash}.time-zone`
