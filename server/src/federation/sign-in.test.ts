import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, type TestTenant } from '../testing/app.ts'
import { type OidcProvider, startOidcProvider } from './testing/oidc-provider.ts'
import { adminGroup, connect, signInThrough, startFederatedApp } from './testing/setup.ts'

describe('signing in through an OpenID provider', () => {
  let test: TestApp
  let provider: OidcProvider
  let tenant: TestTenant
  beforeAll(async () => {
    provider = await startOidcProvider({
      users: { grace: { email: 'grace@idp.example', givenName: 'Grace', familyName: 'Okafor', groups: [adminGroup] } },
    })
    test = await startFederatedApp()
    tenant = await test.buildTenant()
  })
  afterAll(async () => {
    await test.close()
    await provider.close()
  })
  it('works', async () => {
    await connect(test, tenant, provider, { tester: 'grace' })
    const { answer } = await signInThrough(test, tenant, 'grace')
    expect(answer.body).toMatchObject({ user: { username: 'grace@idp.example' } })
  })
})
