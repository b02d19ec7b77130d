import { verifyAuthCode } from '@steward/contract/federation/sign-in'
import { enableFederation, startFederationTest } from '@steward/contract/federation/endpoints'
import { urlOf } from '@steward/contract/http'
import { login } from '@steward/contract/session/endpoints'
import { visitProvider } from '../../server/src/testing/federation/browser.ts'
import { type OidcProvider, startOidcProvider } from '../../server/src/testing/federation/oidc-provider.ts'
import { steward } from './operator.ts'
import { type Person, callAs, followInvitation } from './people.ts'
import { at, testServer } from './server.ts'

/** A separate tenant whose users sign in through a real provider; its administrator can still use the password. */
export interface FederatedTenant {
  administrator: Person
  provider: OidcProvider
  close(): Promise<void>
}

/** Creates a tenant, connects it to a provider, tests the setup as the administrator, and activates it. */
export async function federatedTenant(tenantName: string): Promise<FederatedTenant> {
  const email = `ada@${tenantName}.example`
  await steward(['tenant', 'create', tenantName, '--display-name', `Company ${tenantName}`, '--admin-email', email])
  const administrator = await followInvitation(email)
  const client = { clientId: `steward-${tenantName}`, clientSecret: 'a secret of the client' }
  const provider = await startOidcProvider({
    users: { ada: { email, emailVerified: true, givenName: 'Ada', familyName: 'Lindqvist', groups: ['Administrators'] } },
    clients: [{ ...client, redirectUris: [at(`/auth/federation/${tenantName}/callback`)] }],
  })
  const call = await callAs(administrator)
  const draft = { AdminGroupName: 'Administrators', MetadataUrl: provider.metadataUrl, ProviderName: 'Test provider', ...client }
  await call(enableFederation, { body: { ...draft, IsTestIdp: true } })
  await tryIt(administrator)
  await call(enableFederation, { body: { IsTestIdp: false } })
  return { administrator, provider, close: () => provider.close() }
}

/** The test sign-in, as the administrator's browser does it. */
async function tryIt(administrator: Person): Promise<void> {
  const json = { 'content-type': 'application/json' }
  const signedIn = await fetch(at(urlOf(login, {})), { method: 'POST', headers: json, body: JSON.stringify(administrator) })
  const { accessToken } = (await signedIn.json()) as { accessToken: string } // the contract's login
  const begun = await fetch(at(urlOf(startFederationTest, {})), { method: 'POST', headers: { authorization: `Bearer ${accessToken}` } })
  const { location } = (await begun.json()) as { location: string } // the contract's startFederationTest
  const cookie = begun.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
  const { url } = await visitProvider(location, { login: 'ada', password: 'any' })
  const back = await fetch(url, { headers: { cookie }, redirect: 'manual' })
  const fragment = new URLSearchParams(new URL(back.headers.get('location') ?? '', testServer().url).hash.slice(1))
  const query = { code: fragment.get('code') ?? '', tenantName: administrator.tenantName }
  await fetch(at(urlOf(verifyAuthCode, { query })), { headers: { cookie } })
}
