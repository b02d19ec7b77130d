import { describe, expect, it } from 'vitest'
import { exampleFederation } from '@steward/contract/federation/examples'
import type { FederationSetup } from '@steward/contract/federation/schemas'
import { differing, proposedSides } from '../ui/form/conflict.ts'
import { connectionConflict, draftConflict, peopleConflict, resolvedConnection, resolvedPeople, saysTheSame } from './conflicts.ts'
import { metadataValues, peopleValues, providerValues } from './setup.ts'

const active = exampleFederation.active
if (active === null) throw new Error('the example is active')
const desk = { providerGroup: 'Desk', groupId: 'a', groupName: 'Treaty desk' }
const base: FederationSetup = { ...active, groupMappings: [desk] }
const later = (changed: Partial<FederationSetup>): FederationSetup => ({ ...base, updatedAt: '2026-11-21T12:00:00.000Z', ...changed })
const nameOf = (groupId: string) => `group ${groupId}`

describe('people and groups', () => {
  const mine = {
    ...peopleValues(base),
    adminGroupName: 'Ours',
    groupMappings: [...peopleValues(base).groupMappings, { providerGroup: 'Claims', groupId: 'b' }],
  }
  const theirs = later({ adminUsername: 'other@company.example', groupMappings: [{ ...desk, providerGroup: 'Cat' }] })
  const versions = { base, mine, theirs }

  it('show what each of the two changed', () => {
    expect(differing(peopleConflict(versions, nameOf)).map(({ label, mine: own, theirs: other }) => [label, own, other])).toEqual([
      ['Administrator group at the provider', 'Ours', base.adminGroupName],
      ['Emergency administrator', base.adminUsername, 'other@company.example'],
      ['Desk → group a', 'Mapped', 'Not mapped'],
      ['Claims → group b', 'Mapped', 'Not mapped'],
      ['Cat → group a', 'Not mapped', 'Mapped'],
    ])
  })

  it('keep the changes of both by default', () => {
    expect(resolvedPeople(versions, proposedSides(peopleConflict(versions, nameOf)))).toEqual({
      ...peopleValues(base),
      adminGroupName: 'Ours',
      adminUsername: 'other@company.example',
      groupMappings: [
        { providerGroup: 'Claims', groupId: 'b' },
        { providerGroup: 'Cat', groupId: 'a' },
      ],
    })
  })
})

describe('the connection', () => {
  const mine = { ...metadataValues(base), clientSecret: 'entered now', providerName: 'Our name' }
  const theirs = later({ clientId: 'another-client', metadataUrl: null })
  const versions = { base, mine, theirs }

  it('shows what each of the two changed, and never a secret', () => {
    const fields = connectionConflict(versions)
    expect(differing(fields).map(({ id }) => id)).toEqual(['providerName', 'metadata', 'clientId', 'client'])
    expect(JSON.stringify(fields)).not.toContain('entered now')
  })

  it('keeps the chosen version of each part', () => {
    expect(resolvedConnection(versions, { providerName: 'theirs', metadata: 'theirs', clientId: 'theirs', client: 'mine' })).toEqual({
      ...metadataValues(theirs),
      clientSecret: 'entered now',
    })
    expect(resolvedConnection(versions, { providerName: 'mine', metadata: 'mine', clientId: 'theirs', client: 'theirs' })).toEqual({
      ...metadataValues(base),
      providerName: 'Our name',
      clientId: 'another-client',
    })
  })

  it('has no client for SAML', () => {
    const saml = { ...base, protocol: 'saml' as const }
    expect(connectionConflict({ base: saml, mine, theirs: { ...theirs, protocol: 'saml' } }).map(({ id }) => id)).toEqual([
      'providerName',
      'metadata',
      'signature',
    ])
  })
})

describe('a draft', () => {
  it('keeps one connection or the other, as a whole', () => {
    const theirs = later({ protocol: 'saml', providerName: 'Other' })
    const draft = { provider: providerValues(exampleFederation, base), metadata: metadataValues(base) }
    const [connection] = draftConflict({ base: null, mine: peopleValues(base), theirs }, draft, nameOf)
    expect(connection).toMatchObject({
      id: 'connection',
      base: '',
      mine: expect.stringContaining('OpenID Connect'),
      theirs: expect.stringContaining('SAML'),
    })
  })
})

describe('a newer version', () => {
  it('is the same if only unrelated parts changed', () => {
    expect(saysTheSame(base, { ...base })).toBe(true)
    expect(saysTheSame(null, null)).toBe(true)
    expect(saysTheSame(base, later({}))).toBe(true)
    expect(saysTheSame(base, later({ adminGroupName: 'Other' }))).toBe(false)
    expect(saysTheSame(null, base)).toBe(false)
  })

  it('differs if a secret or a file was entered, because those can’t be compared', () => {
    const typed = metadataValues(base)
    expect(saysTheSame(base, later({}), typed)).toBe(true)
    expect(saysTheSame(base, later({}), { ...typed, clientSecret: 'x' })).toBe(false)
    expect(saysTheSame(base, later({}), { ...typed, metadata: '<xml/>' })).toBe(false)
  })
})
