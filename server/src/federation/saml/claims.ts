import type { ClaimNames, FederationClaim } from '@steward/contract/federation/schemas'
import { type NameParts, namePartsOf } from '../full-name.ts'
import { assertionNs, nameIdFormat } from './names.ts'
import { type XmlElement, childrenOf, onlyChild, plainText, wholeText } from './xml.ts'

/** Reads the identity from an assertion: its name identifier and its attributes. */

const claims = 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims'

/**
 * Attribute names used by the large providers and directory standards, the most specific first; compared case-insensitively.
 * Entra: URIs. Okta and Google: as the administrator typed them, so the usual spellings. Keycloak: object
 * identifiers (RFC 4524, X.520) or plain names.
 */
const usualNames: Record<Exclude<keyof ClaimNames, 'identifier'>, readonly string[]> = {
  email: [
    `${claims}/emailaddress`,
    'urn:oid:0.9.2342.19200300.100.1.3',
    'urn:oid:1.2.840.113549.1.9.1',
    'email',
    'mail',
    'emailAddress',
    'email_address',
    'user.email',
  ],
  givenName: [`${claims}/givenname`, 'urn:oid:2.5.4.42', 'givenName', 'given_name', 'firstName', 'first_name', 'user.firstName'],
  familyName: [
    `${claims}/surname`,
    'urn:oid:2.5.4.4',
    'sn',
    'surname',
    'familyName',
    'family_name',
    'lastName',
    'last_name',
    'user.lastName',
  ],
  groups: [
    'http://schemas.microsoft.com/ws/2008/06/identity/claims/groups',
    'http://schemas.xmlsoap.org/claims/Group',
    'urn:oid:1.3.6.1.4.1.5923.1.5.1.1',
    'groups',
    'group',
    'memberOf',
    'isMemberOf',
    'member',
  ],
}

const fullNames = [
  'http://schemas.microsoft.com/identity/claims/displayname',
  'urn:oid:2.16.840.1.113730.3.1.241',
  'displayName',
  'display_name',
  'urn:oid:2.5.4.3',
  'cn',
  'name',
]

/** Stable identifiers, for providers with transient NameIDs (SAML subject identifiers, section 3). */
const stableSubjects = [
  'urn:oasis:names:tc:SAML:attribute:pairwise-id',
  'urn:oasis:names:tc:SAML:attribute:subject-id',
  'http://schemas.microsoft.com/identity/claims/objectidentifier',
  'urn:oid:1.3.6.1.4.1.5923.1.1.1.13',
  'urn:oid:1.3.6.1.4.1.5923.1.1.1.10',
]

/** Entra sends it instead of groups if there are more than fit into an assertion. */
const groupsElsewhere = 'http://schemas.microsoft.com/claims/groups.link'

export interface NameId {
  value: string
  format: string | undefined
  nameQualifier: string | undefined
  spNameQualifier: string | undefined
}

export interface Person {
  nameId: NameId
  /** The attribute that the administrator chose, the NameID, or a stable identifier if that is transient; undefined without any. */
  subject: string | undefined
  email: string | undefined
  givenName: string | undefined
  familyName: string | undefined
  nameFrom: NameParts['nameFrom']
  groups: string[] | undefined
  /** The provider has more groups than it sends. */
  areGroupsElsewhere: boolean
  claims: FederationClaim[]
}

/** The name identifier in an element; undefined if none exists, or if it contains elements. */
export function readNameId(holder: XmlElement): NameId | undefined {
  const element = onlyChild(holder, assertionNs, 'NameID')
  const value = plainText(element)
  if (!element || value === undefined || value === '' || value.length > 1024) return undefined
  return {
    value,
    format: element.attributes.get('Format'),
    nameQualifier: element.attributes.get('NameQualifier'),
    spNameQualifier: element.attributes.get('SPNameQualifier'),
  }
}

const mostClaims = 200
const mostValues = 2_000

/** All attributes of an assertion. */
export function readAttributes(assertion: XmlElement): FederationClaim[] {
  const found = new Map<string, string[]>()
  for (const statement of childrenOf(assertion, assertionNs, 'AttributeStatement')) {
    for (const attribute of childrenOf(statement, assertionNs, 'Attribute')) {
      const name = attribute.attributes.get('Name')?.trim() ?? ''
      if (name === '' || (!found.has(name) && found.size >= mostClaims)) continue
      const values = childrenOf(attribute, assertionNs, 'AttributeValue').map(wholeText).filter(Boolean)
      found.set(name, [...(found.get(name) ?? []), ...values].slice(0, mostValues))
    }
  }
  return [...found].map(([name, values]) => ({ name, values }))
}

/** @param assertion as signed */
export function readPerson(assertion: XmlElement, nameId: NameId, claimNames: ClaimNames): Person {
  const attributes = readAttributes(assertion)
  const valuesOf = (names: readonly string[]): string[] | undefined => {
    for (const name of names) {
      const found = attributes.find((attribute) => attribute.name.toLowerCase() === name.toLowerCase())
      if (found) return found.values
    }
    return undefined
  }
  const named = (name: keyof typeof usualNames) => {
    const configured = claimNames[name]
    return valuesOf(configured === undefined ? usualNames[name] : [configured])
  }
  const isTransient = nameId.format === nameIdFormat.transient
  // If the administrator configured an attribute, the NameID is not used instead.
  const nameAsEmail = claimNames.email === undefined && !isTransient && nameId.value.includes('@') ? nameId.value : undefined
  return {
    nameId,
    subject: subjectOf(),
    email: named('email')?.[0] ?? nameAsEmail ?? (claimNames.email === undefined ? userPrincipalName(valuesOf) : undefined),
    ...namePartsOf({ givenName: named('givenName')?.[0], familyName: named('familyName')?.[0] }, valuesOf(fullNames)?.[0]),
    groups: named('groups'),
    areGroupsElsewhere: valuesOf([groupsElsewhere]) !== undefined,
    claims: attributes,
  }

  function subjectOf(): string | undefined {
    if (claimNames.identifier !== undefined) return valuesOf([claimNames.identifier])?.[0]
    return isTransient ? valuesOf(stableSubjects)?.[0] : nameId.value
  }
}

/** Entra's user principal name looks like an email address, and usually is one. */
function userPrincipalName(valuesOf: (names: readonly string[]) => string[] | undefined): string | undefined {
  const name = valuesOf([`${claims}/upn`, `${claims}/name`, 'urn:oid:1.3.6.1.4.1.5923.1.1.1.6'])?.[0]
  return name?.includes('@') ? name : undefined
}
