import { type Attribute, type Schema, complex, flag, labelled, many, moment, reference, text } from './attribute.ts'

export const userUrn = 'urn:ietf:params:scim:schemas:core:2.0:User'
export const groupUrn = 'urn:ietf:params:scim:schemas:core:2.0:Group'
export const enterpriseUrn = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User'

const readOnly = { mutability: 'readOnly' } as const
const required = { required: true } as const
/** In every resource, with a default. */
const always = { required: true, hasDefault: true } as const

/** Common attributes, which no schema lists (RFC 7643, section 3.1). */
export const commonAttributes: readonly Attribute[] = [
  { ...reference('schemas', 'The schemas whose attributes the resource has.', ['uri'], { returned: 'always' }), multiValued: true },
  text('id', 'The identifier that this service gave the resource.', {
    ...readOnly,
    caseExact: true,
    returned: 'always',
    uniqueness: 'server',
  }),
  text('externalId', 'The identifier that the provider gave the resource.', { caseExact: true }),
  complex(
    'meta',
    'What this service knows of the resource.',
    [
      text('resourceType', 'User or Group.', { ...readOnly, caseExact: true }),
      moment('created', 'When the resource was created.', readOnly),
      moment('lastModified', 'When the resource was last changed.', readOnly),
      reference('location', 'The address of the resource.', ['uri'], readOnly),
      text('version', 'The version of the resource, as ETag.', { ...readOnly, caseExact: true }),
    ],
    readOnly,
  ),
]

export const userSchema: Schema = {
  id: userUrn,
  name: 'User',
  description: 'User Account: a person who signs in to the tenant.',
  attributes: [
    text('userName', 'The name the user signs in with, usually an email address.', { required: true, uniqueness: 'server' }),
    complex('name', 'The parts of the name.', [
      text('formatted', 'The whole name as it is shown.'),
      text('familyName', 'The family name, at most 64 characters.'),
      text('givenName', 'The given name, at most 64 characters.'),
      text('middleName', 'The middle names.'),
      text('honorificPrefix', 'A title before the name.'),
      text('honorificSuffix', 'A suffix after the name.'),
    ]),
    text('displayName', 'The name to show.'),
    text('nickName', 'What the user is called among friends.'),
    reference('profileUrl', 'A page about the user.', ['external']),
    text('title', 'The position in the company.'),
    text('userType', 'How the user relates to the company.'),
    text('preferredLanguage', 'The language the user prefers, as Accept-Language.'),
    text('locale', 'The region whose formats the user prefers.'),
    text('timezone', 'The time zone of the user (IANA).'),
    flag('active', 'Whether the user can sign in. Setting it to false ends the sessions of the user. True if not given.', always),
    many(
      'emails',
      'Email addresses. The primary one, else the first for work, else the first, is where this service writes to. A userName that is an email address is the default.',
      labelled(text('value', 'An email address.', required), ['work', 'home', 'other']),
      always,
    ),
    many(
      'phoneNumbers',
      'Phone numbers.',
      labelled(text('value', 'A phone number.', required), ['work', 'home', 'mobile', 'fax', 'pager', 'other']),
    ),
    many('ims', 'Addresses for instant messages.', labelled(text('value', 'An address for instant messages.', required))),
    many(
      'photos',
      'Pictures of the user.',
      labelled(reference('value', 'The address of a picture.', ['external'], required), ['photo', 'thumbnail']),
    ),
    many('addresses', 'Postal addresses.', [
      text('formatted', 'The whole address.'),
      text('streetAddress', 'Street and number.'),
      text('locality', 'City.'),
      text('region', 'State or region.'),
      text('postalCode', 'Postal code.'),
      text('country', 'Country.'),
      text('type', 'What the address is for.', { canonicalValues: ['work', 'home', 'other'] }),
      flag('primary', 'Whether this is the preferred address; at most one is.'),
    ]),
    many(
      'groups',
      'The groups the user is in; changed through the groups.',
      [
        text('value', 'The id of the group.', { ...readOnly, caseExact: true }),
        reference('$ref', 'The address of the group.', ['Group'], readOnly),
        text('display', 'The name of the group.', readOnly),
        text('type', 'Always direct.', { ...readOnly, canonicalValues: ['direct'] }),
      ],
      readOnly,
    ),
    many(
      'entitlements',
      'What the provider entitles the user to; kept, and of no effect here.',
      labelled(text('value', 'An entitlement.', required)),
    ),
    many('roles', 'The roles of the user at the provider; kept, and of no effect here.', labelled(text('value', 'A role.', required))),
    many(
      'x509Certificates',
      'Certificates of the user.',
      labelled({ ...text('value', 'A certificate in DER, as base64.', { caseExact: true, required: true }), type: 'binary' }),
    ),
  ],
}

export const enterpriseSchema: Schema = {
  id: enterpriseUrn,
  name: 'EnterpriseUser',
  description: 'What a company keeps of its people.',
  attributes: [
    text('employeeNumber', 'The number of the employee.'),
    text('costCenter', 'The cost center.'),
    text('organization', 'The organization.'),
    text('division', 'The division.'),
    text('department', 'The department.'),
    complex('manager', 'Whom the user reports to.', [
      text('value', 'The id of the manager as the provider knows it.', { caseExact: true }),
      reference('$ref', 'The address of the manager.', ['User']),
      text('displayName', 'The name of the manager.'),
    ]),
  ],
}

export const groupSchema: Schema = {
  id: groupUrn,
  name: 'Group',
  description: 'A group of users. Roles in this service decide what its members can do.',
  attributes: [
    text('displayName', 'The name of the group, at most 64 characters.', { required: true, uniqueness: 'server' }),
    many('members', 'The users in the group. Groups in groups are not supported.', [
      text('value', 'The id of the user.', { mutability: 'immutable', caseExact: true, required: true }),
      reference('$ref', 'The address of the user.', ['User'], { mutability: 'immutable' }),
      text('display', 'The userName of the user; in responses that ask for members.display.', { ...readOnly, returned: 'request' }),
      text('type', 'Always User.', { mutability: 'immutable', canonicalValues: ['User'] }),
    ]),
  ],
}

export const schemas: readonly Schema[] = [userSchema, groupSchema, enterpriseSchema]

/** A resource type: its core schema and extensions (RFC 7643, section 6). */
export interface ResourceType {
  name: 'User' | 'Group'
  endpoint: '/Users' | '/Groups'
  schema: Schema
  extensions: readonly Schema[]
}

export const userType: ResourceType = { name: 'User', endpoint: '/Users', schema: userSchema, extensions: [enterpriseSchema] }
export const groupType: ResourceType = { name: 'Group', endpoint: '/Groups', schema: groupSchema, extensions: [] }
