import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { m } from '@steward/contract/paraglide/messages'
import type { UserSettings } from '@steward/contract/rules/settings-schemas'
import { getSetting, putSetting } from '@steward/contract/tenants/endpoints'
import { api } from '../../api/client.ts'
import { problemMessage } from '../../api/problem.ts'
import { endpointQuery, queryClient } from '../../api/query.ts'
import { followLanguage, setLanguage } from '../../i18n/language.ts'
import { isLanguage } from '@steward/contract/languages'
import { keepChoices, setPreferences } from '../../theme/preferences.ts'
import { alerts } from '../../api/alerts.ts'
import { hasPermission, usePermission } from '../permissions/permissions.ts'
import { authState, useUser } from '../token/state.ts'

/**
 * The settings of the signed-in user: kept in the datastore, so that they follow the user to every device, and on the device
 * (`theme/preferences.ts`), so that the first paint is right. Settings missing from the store come from the device.
 */

const key = 'userSettings'

/** The operator can switch account settings off (specification 1, section 6); then only the device's settings count. */
const permission = 'FeatureFlags.AccountSettings'

const settingsQuery = (userId: string) =>
  endpointQuery(getSetting, ['datastore_entry'], { params: { key }, query: { level: 'User', levelId: userId } })

/** The stored settings, read without a schema: this is part of the first load, and schemas load with the first form. */
function readSettings(stored: unknown): UserSettings {
  const given: Record<string, unknown> = typeof stored === 'object' && stored !== null ? { ...stored } : {}
  const { theme, density, timeZone, language } = given
  return {
    ...(theme === 'system' || theme === 'light' || theme === 'dark' ? { theme } : {}),
    ...(density === 'comfortable' || density === 'compact' ? { density } : {}),
    ...(typeof timeZone === 'string' ? { timeZone } : {}),
    ...(typeof language === 'string' ? { language } : {}),
  }
}

/** All but the language, which needs a page load. */
function applyHere({ theme, density, timeZone }: UserSettings): void {
  setPreferences({ ...(theme && { theme }), ...(density && { density }), ...(timeZone && { timeZone }) })
}

/** Keeps this device in step with settings changed on other devices. */
export function useFollowSettings(): void {
  const { userId } = useUser()
  const isOn = usePermission(permission)
  const { data } = useQuery({ ...settingsQuery(userId), enabled: isOn })
  useEffect(() => {
    // Applies settings saved elsewhere to this page; the theme lives outside React.
    if (data === undefined || saving > 0) return
    const settings = readSettings(data)
    applyHere(settings)
    followLanguage(settings.language)
  }, [data])
}

let saving = 0
let last: Promise<void> = Promise.resolve()

/** Applies settings immediately and saves them in order. Settings that could not be saved are reverted. */
export function changeSettings(change: UserSettings): void {
  applyHere(change)
  const { user } = authState()
  if (user === null || !hasPermission(permission)) {
    if (isLanguage(change.language)) setLanguage(change.language)
    return
  }
  saving++
  last = last.then(() => save(user.userId, change))
}

keepChoices(changeSettings)

async function save(userId: string, change: UserSettings): Promise<void> {
  const query = settingsQuery(userId)
  try {
    const before = readSettings(await queryClient.ensureQueryData(query))
    const after = { ...before, ...change }
    // Of two devices the later counts, so any version will do.
    await api(putSetting, { body: { key, level: 'User', levelId: userId, value: JSON.stringify(after) }, ifMatch: '*' })
    saving--
    // A response to an earlier read must not arrive after this one.
    await queryClient.cancelQueries({ queryKey: query.queryKey })
    queryClient.setQueryData(query.queryKey, after)
    alerts.success(m.settings_account_updated())
    if (isLanguage(change.language)) setLanguage(change.language)
  } catch (error) {
    saving--
    alerts.danger(problemMessage(error, m.settings_account_failed()))
    const kept = queryClient.getQueryData(query.queryKey)
    if (kept === undefined) return
    const { theme = 'system', density, timeZone = 'system' } = readSettings(kept)
    setPreferences({ theme, density: density ?? 'auto', timeZone })
  }
}
