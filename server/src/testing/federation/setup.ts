import { enableFederation, startFederationTest } from '@steward/contract/federation/endpoints'
import { federatedSignIn, verifyAuthCode } from '@steward/contract/federation/sign-in'
import { type TestAnswer, type TestApp, type TestTenant, startTestApp } from '../app.ts'
import { browserCookie } from '../../federation/cookie.ts'
import { type Visit, visitProvider } from './browser.ts'
import type { OidcProvider } from './oidc-provider.ts'

/** Shared setup for single sign-on tests: the app can reach providers on the loopback. */

export const startFederatedApp = (options: Parameters<typeof startTestApp>[0] = {}): Promise<TestApp> =>
  startTestApp({ ...options, environment: { STEWARD_INTERNAL_PROVIDERS: '127.0.0.0/8', ...options.environment } })

export const publicUrl = 'http://localhost:8080'
export const clientSecret = 'a secret of the client/with+signs'
export const adminGroup = 'Steward admins'

/** The administrator's input for drafting the provider. */
export const draftOf = (provider: Pick<OidcProvider, 'metadataUrl'>, tenant: TestTenant) => ({
  AdminGroupName: adminGroup,
  IsTestIdp: true,
  MetadataUrl: provider.metadataUrl,
  ProviderName: 'Test provider',
  clientId: `steward-${tenant.tenantName}`,
  clientSecret,
})

/** Registers the tenant with the provider. */
export const register = (provider: OidcProvider, tenant: TestTenant): Promise<void> =>
  provider.addClient({
    clientId: `steward-${tenant.tenantName}`,
    clientSecret,
    redirectUris: [`${publicUrl}/auth/federation/${tenant.tenantName}/callback`],
    backchannelLogoutUri: `${publicUrl}/auth/federation/${tenant.tenantName}/logout`,
    postLogoutRedirectUris: [`${publicUrl}/home/login`],
  })

export interface Way {
  /** The URL that the provider redirects the browser to. */
  callback: URL
  /** The value of the cookie that binds the flow. */
  browser: string
}

const cookieOf = (answer: TestAnswer): string => answer.cookies.find(({ name }) => name === browserCookie)?.value ?? ''

/** Goes to the provider and stops at its redirect back. */
export async function goToProvider(
  test: TestApp,
  tenant: TestTenant,
  login: string,
  options: { token?: string; cookies?: Record<string, string> } = {},
): Promise<Way> {
  const { token, cookies } = options
  const begun =
    token === undefined
      ? await test.call(federatedSignIn, { params: { tenantName: tenant.tenantName } }, { cookies })
      : await test.call(startFederationTest, {}, { token })
  if (begun.status !== 200) throw new Error(`beginning answered ${begun.status}: ${JSON.stringify(begun.body)}`)
  const { url }: Visit = await visitProvider(begun.body.location, { login, password: 'any' })
  return { callback: url, browser: cookieOf(begun) }
}

/** Follows the callback into the app: the fragment that the login page reads. */
export async function comeBack(test: TestApp, callback: URL): Promise<URLSearchParams> {
  const answer = await test.app.http.inject({ method: 'GET', url: `${callback.pathname}${callback.search}` })
  const location = String(answer.headers.location)
  if (answer.statusCode !== 303 || !location.startsWith(`${publicUrl}/home/login#`)) {
    throw new Error(`coming back answered ${answer.statusCode} ${location} ${answer.body}`)
  }
  return new URLSearchParams(location.slice(location.indexOf('#') + 1))
}

/** Exchanges the code of a fragment for the login page's response. */
export const verify = (test: TestApp, tenant: TestTenant, fragment: URLSearchParams, browser: string): Promise<TestAnswer> =>
  test.call(
    verifyAuthCode,
    { query: { code: fragment.get('code') ?? '', tenantName: tenant.tenantName } },
    { cookies: { [browserCookie]: browser } },
  )

/** The whole flow of one sign-in or test. */
export async function signInThrough(
  test: TestApp,
  tenant: TestTenant,
  login: string,
  options: { token?: string; cookies?: Record<string, string> } = {},
): Promise<{ fragment: URLSearchParams; answer: TestAnswer; way: Way }> {
  const way = await goToProvider(test, tenant, login, options)
  const fragment = await comeBack(test, way.callback)
  return { fragment, way, answer: await verify(test, tenant, fragment, way.browser) }
}

/** Connects a tenant to the provider: drafts, tests as `tester`, enables. */
export async function connect(
  test: TestApp,
  tenant: TestTenant,
  provider: OidcProvider,
  options: { tester: string; more?: object },
): Promise<string> {
  await register(provider, tenant)
  const token = await test.signIn(tenant, tenant.administrator)
  const drafted = await test.call(enableFederation, { body: { ...draftOf(provider, tenant), ...options.more } }, { token })
  if (drafted.status !== 200) throw new Error(`drafting answered ${drafted.status}: ${JSON.stringify(drafted.body)}`)
  await signInThrough(test, tenant, options.tester, { token })
  const enabled = await test.call(enableFederation, { body: { IsTestIdp: false } }, { token })
  if (enabled.status !== 200) throw new Error(`enabling answered ${enabled.status}: ${JSON.stringify(enabled.body)}`)
  return token
}
