import { OFREPWebProvider } from '@openfeature/ofrep-web-provider'
import { type Logger, OpenFeature, ProviderEvents } from '@openfeature/web-sdk'
import { featureFlags, type FlagName } from '@steward/contract/catalog/flags'
import { hasPermission } from '../session/permissions/permissions.ts'
import { accessToken } from '../session/token/token.ts'
import { setFlagClient, type FlagValues } from './state.ts'

/**
 * The console's OpenFeature client, over OFREP from our own server. In a separate chunk: the first page does not
 * wait for it. It does not poll; the websocket tells it when to evaluate again.
 */

/** Errors here need no report: the permissions, which decide until the client answers, come from the same server. */
const quiet: Logger = { error: () => {}, warn: () => {}, info: () => {}, debug: () => {} }

/** Evaluates flags for a user until the returned function is called. */
export function startOpenFeature(userId: string): () => void {
  const client = OpenFeature.getClient()
  const context = { targetingKey: userId }
  let isStopped = false

  const publish = () => {
    if (!isStopped) setFlagClient({ values: evaluateAll(), refresh })
  }
  // The provider requests flags again for the same user, too, by ETag.
  const refresh = () => OpenFeature.setContext({ ...context })
  const evaluateAll = (): FlagValues =>
    Object.fromEntries(featureFlags.map(({ flagName }) => [flagName, client.getBooleanValue(flagName, answerOf(flagName))]))

  OpenFeature.setLogger(quiet)
  const events = [ProviderEvents.Ready, ProviderEvents.ConfigurationChanged, ProviderEvents.ContextChanged] as const
  for (const event of events) client.addHandler(event, publish)
  const provider = new OFREPWebProvider({
    baseUrl: location.origin,
    headersFactory: async () => {
      const token = await accessToken()
      return token === undefined ? [] : [['authorization', `Bearer ${token}`]]
    },
    // Uses the server's current answer for this user and keeps nothing in browser storage.
    cacheMode: 'disabled',
    changeDetection: 'none',
  })
  void OpenFeature.setProviderAndWait(provider, context).catch(() => undefined)
  return () => {
    isStopped = true
    for (const event of events) client.removeHandler(event, publish)
    setFlagClient(undefined)
    void OpenFeature.clearProviders()
  }
}

/** A flag's value when the client has none. */
const answerOf = (name: FlagName): boolean => hasPermission(`FeatureFlags.${name}`)
