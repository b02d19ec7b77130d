import { describe, expect, it } from 'vitest'
import { type NameId, readPerson } from './claims.ts'
import { assertionNs, nameIdFormat } from './names.ts'
import { messageLimits, parseXml } from './xml.ts'

const nameId = (value: string, format?: string): NameId => ({ value, format, nameQualifier: undefined, spNameQualifier: undefined })

const person = (attributes: Record<string, string[]>, id = nameId('4711'), claimNames = {}) => {
  const inside = Object.entries(attributes).map(
    ([name, values]) =>
      `<a:Attribute Name="${name}">${values.map((value) => `<a:AttributeValue>${value}</a:AttributeValue>`).join('')}</a:Attribute>`,
  )
  const text = `<a:Assertion xmlns:a="${assertionNs}"><a:AttributeStatement>${inside.join('')}</a:AttributeStatement></a:Assertion>`
  return readPerson(parseXml(text, messageLimits).root, id, claimNames)
}

const ada = { email: 'ada@northwind.example', givenName: 'Ada', familyName: 'Lovelace', groups: ['a', 'b'] }
const ws = 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims'

describe('attributes', () => {
  it.each([
    [
      'Entra',
      {
        [`${ws}/emailaddress`]: ['ada@northwind.example'],
        [`${ws}/name`]: ['ada@tenant.onmicrosoft.com'],
        [`${ws}/givenname`]: ['Ada'],
        [`${ws}/surname`]: ['Lovelace'],
        'http://schemas.microsoft.com/ws/2008/06/identity/claims/groups': ['a', 'b'],
      },
    ],
    ['Okta', { email: ['ada@northwind.example'], firstName: ['Ada'], lastName: ['Lovelace'], groups: ['a', 'b'] }],
    ['Google', { Email: ['ada@northwind.example'], FirstName: ['Ada'], LastName: ['Lovelace'], Groups: ['a', 'b'] }],
    [
      'Keycloak',
      {
        'urn:oid:1.2.840.113549.1.9.1': ['ada@northwind.example'],
        'urn:oid:2.5.4.42': ['Ada'],
        'urn:oid:2.5.4.4': ['Lovelace'],
        member: ['a', 'b'],
      },
    ],
    [
      'directories',
      {
        'urn:oid:0.9.2342.19200300.100.1.3': ['ada@northwind.example'],
        givenName: ['Ada'],
        sn: ['Lovelace'],
        'urn:oid:1.3.6.1.4.1.5923.1.5.1.1': ['a', 'b'],
      },
    ],
  ])('are known as %s names them', (_provider, attributes) => {
    expect(person(attributes)).toMatchObject(ada)
  })

  it('are read only by the names that an administrator configured, if any', () => {
    const attributes = { email: ['wrong@northwind.example'], mailbox: ['ada@northwind.example'], dept: ['x'] }
    expect(person(attributes, nameId('4711'), { email: 'mailbox', groups: 'dept' })).toMatchObject({
      email: 'ada@northwind.example',
      groups: ['x'],
    })
    expect(person(attributes, nameId('a@b.example'), { email: 'absent' }).email).toBeUndefined()
  })

  it('distinguish an empty list of groups from no groups attribute', () => {
    expect(person({ groups: [] }).groups).toEqual([])
    expect(person({}).groups).toBeUndefined()
    const overage = person({ 'http://schemas.microsoft.com/claims/groups.link': ['https://graph.example'] })
    expect([overage.groups, overage.areGroupsElsewhere]).toEqual([undefined, true])
  })
})

describe('the name', () => {
  it('is used as the email address if it looks like one', () => {
    expect(person({}, nameId('ada@northwind.example', nameIdFormat.email)).email).toBe('ada@northwind.example')
    expect(person({}, nameId('4711')).email).toBeUndefined()
    expect(person({ [`${ws}/upn`]: ['ada@northwind.example'] }).email).toBe('ada@northwind.example')
  })

  it('is not the subject if it is transient; a stable identifier is', () => {
    const passing = nameId('_x@y', nameIdFormat.transient)
    expect(person({}, passing)).toMatchObject({ subject: undefined, email: undefined })
    expect(person({ 'urn:oasis:names:tc:SAML:attribute:pairwise-id': ['4711@northwind'] }, passing).subject).toBe('4711@northwind')
  })
})
