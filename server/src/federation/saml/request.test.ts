import { inflateRawSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { makeRelyingPartyKey, relyingPartyOf, setupOf } from '../../testing/federation/saml.ts'
import type { ProviderSetup } from '../protocol.ts'
import { readMetadata } from './metadata.ts'
import { metadataNs, nameIdFormat, postBinding, protocolNs } from './names.ts'
import { detailsSchema } from './details.ts'
import { beginSignIn } from './request.ts'

/** What the request for a sign-in asks for. */

const metadataOf = (formats: readonly string[]) =>
  `<EntityDescriptor xmlns="${metadataNs}" entityID="https://idp.example"><IDPSSODescriptor protocolSupportEnumeration="${protocolNs}">` +
  `${formats.map((format) => `<NameIDFormat>\n ${format}\n</NameIDFormat>`).join('')}` +
  `<SingleSignOnService Binding="${postBinding.replace('POST', 'Redirect')}" Location="https://idp.example/sso"/></IDPSSODescriptor></EntityDescriptor>`

async function formatAskedOf(formats: readonly string[], more: Partial<ProviderSetup> = {}): Promise<string | undefined> {
  const { provider } = readMetadata(metadataOf(formats), new Date())
  if (!provider) throw new Error('unreadable')
  const setup = { ...setupOf(provider, relyingPartyOf([await makeRelyingPartyKey()])), ...more }
  const flow = { flowId: 'flow', loginHint: undefined, isTest: false }
  const { departure } = beginSignIn(setup, detailsSchema.parse(setup.details), flow, () => new Date())
  if (departure.kind !== 'redirect') throw new Error('not a redirect')
  const message = new URL(departure.url).searchParams.get('SAMLRequest') ?? ''
  const request = inflateRawSync(Buffer.from(message, 'base64')).toString()
  expect(request).toContain('AllowCreate="true"')
  return /NameIDPolicy Format="([^"]*)"/.exec(request)?.[1]
}

it('asks for a persistent NameID where it identifies people and the provider supports it', async () => {
  expect(await formatAskedOf([])).toBe(nameIdFormat.persistent)
  expect(await formatAskedOf([nameIdFormat.transient, nameIdFormat.persistent])).toBe(nameIdFormat.persistent)
  expect(await formatAskedOf([nameIdFormat.transient, nameIdFormat.email])).toBeUndefined()
  expect(await formatAskedOf([], { claimNames: { identifier: 'uid' } })).toBeUndefined()
  expect(await formatAskedOf([], { asksPersistentNameId: false })).toBeUndefined()
})
