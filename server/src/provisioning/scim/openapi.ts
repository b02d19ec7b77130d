import type { ProtocolDescription } from '../../http/openapi/document.ts'
import { bulkLimits } from './discovery.ts'
import { mostResults } from './list-request.ts'
import type { Attribute } from './schema/attribute.ts'
import { type ResourceType, commonAttributes, groupType, userType } from './schema/schemas.ts'

/** SCIM in the API's OpenAPI document, from the schemas that `/Schemas` shows. RFC 7643 and RFC 7644 have the rest. */

type Json = Record<string, unknown>

const tag = 'SCIM'
const mediaType = 'application/scim+json'
const base = '/scim/v2'
const reference = (name: string): Json => ({ $ref: `#/components/schemas/${name}` })

export function describeScim(): ProtocolDescription {
  return {
    tags: [{ name: tag, description: 'Users and groups for an identity provider, by SCIM 2.0 (RFC 7643, RFC 7644), with a SCIM token' }],
    paths: { ...resourcePaths(userType), ...resourcePaths(groupType), ...otherPaths() },
    schemas: {
      ScimUser: resource(userType),
      ScimGroup: resource(groupType),
      ScimList: listSchema,
      ScimSearch: searchSchema,
      ScimPatch: patchSchema,
      ScimBulk: bulkSchema,
      ScimError: errorSchema,
    },
  }
}

// --- Paths -----------------------------------------------------------------------------------------------------------

function resourcePaths({ name, endpoint }: ResourceType): Json {
  const whole = `Scim${name}`
  const many = `${name.toLowerCase()}s`
  const path = { name: 'id', in: 'path', required: true, description: `The id of the ${name.toLowerCase()}`, schema: { type: 'string' } }
  const versioned = { parameters: [path, ifMatch] }
  const change = { 200: answer(`The ${name.toLowerCase()} as it is now`, whole), 204: { description: 'Done' } }
  return {
    [`${base}${endpoint}`]: {
      get: operation(`scimList${name}s`, `List ${many}`, { parameters: listParameters }, { 200: answer('A page', 'ScimList') }),
      post: operation(`scimCreate${name}`, `Create a ${name.toLowerCase()}`, body(whole, examples[name]), {
        201: answer('Created', whole),
      }),
    },
    [`${base}${endpoint}/.search`]: {
      post: operation(`scimSearch${name}s`, `List ${many}, with the parameters in the body`, body('ScimSearch'), {
        200: answer('A page', 'ScimList'),
      }),
    },
    [`${base}${endpoint}/{id}`]: {
      get: operation(
        `scimGet${name}`,
        `Read a ${name.toLowerCase()}`,
        { parameters: [path, ...projection] },
        { 200: answer(`The ${name.toLowerCase()}`, whole), 304: { description: 'Nothing changed since the ETag of If-None-Match' } },
      ),
      put: operation(`scimReplace${name}`, `Replace a ${name.toLowerCase()}`, { ...versioned, ...body(whole) }, change),
      patch: operation(
        `scimPatch${name}`,
        `Change a ${name.toLowerCase()}`,
        { ...versioned, ...body('ScimPatch', examples.Patch) },
        change,
      ),
      delete: operation(`scimDelete${name}`, `Delete a ${name.toLowerCase()}`, versioned, { 204: { description: 'Done' } }),
    },
  }
}

function otherPaths(): Json {
  const named = { name: 'id', in: 'path', required: true, description: 'Its id', schema: { type: 'string' } }
  const read = (id: string, summary: string, parameters: Json[] = []) => ({
    get: operation(id, summary, parameters.length > 0 ? { parameters } : {}, { 200: answer('As RFC 7643 describes it') }),
  })
  return {
    [`${base}/.search`]: {
      post: operation('scimSearch', 'List users and groups', body('ScimSearch'), { 200: answer('A page', 'ScimList') }),
    },
    [`${base}/Bulk`]: {
      post: operation('scimBulk', 'Do many operations', body('ScimBulk', examples.Bulk), { 200: answer('The result of each operation') }),
    },
    [`${base}/ServiceProviderConfig`]: read('scimServiceProviderConfig', 'What this server can do'),
    [`${base}/ResourceTypes`]: read('scimResourceTypes', 'The types of resources'),
    [`${base}/ResourceTypes/{id}`]: read('scimResourceType', 'A type of resources', [named]),
    [`${base}/Schemas`]: read('scimSchemas', 'The schemas'),
    [`${base}/Schemas/{id}`]: read('scimSchema', 'A schema', [named]),
  }
}

function operation(operationId: string, summary: string, request: Json, responses: Json): Json {
  return {
    operationId,
    summary,
    description: 'Needs a SCIM token (`stw_scim_…`). The same operations are below the name of the tenant: `/scim/v2/{tenantName}`.',
    tags: [tag],
    security: [{ bearer: [] }],
    ...request,
    responses: { ...responses, ...refusals },
  }
}

const answer = (description: string, schema?: string): Json => ({
  description,
  content: { [mediaType]: { schema: schema === undefined ? { type: 'object' } : reference(schema) } },
})

const body = (schema: string, example?: Json): Json => ({
  requestBody: { required: true, content: { [mediaType]: { schema: reference(schema), ...(example === undefined ? {} : { example }) } } },
})

const newUser = { schemas: [userType.schema.id], userName: 'grace@company.example', name: { givenName: 'Grace', familyName: 'Okafor' } }
const examples = {
  User: newUser,
  Group: { schemas: [groupType.schema.id], displayName: 'Analysts' },
  Patch: {
    schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'],
    Operations: [{ op: 'replace', path: 'externalId', value: '0042' }],
  },
  Bulk: {
    schemas: ['urn:ietf:params:scim:api:messages:2.0:BulkRequest'],
    Operations: [{ method: 'POST', path: '/Users', bulkId: 'grace', data: newUser }],
  },
} satisfies Record<string, Json>

const statuses: Record<number, string> = {
  400: 'The request is not valid; `scimType` says how',
  401: 'There is no valid token',
  403: 'The token or a rule of the tenant does not allow it',
  404: 'There is no such resource',
  409: 'It conflicts with another resource',
  412: 'The version is not the current one',
  413: 'The body is too large',
  415: 'The body is not JSON',
  500: 'Something went wrong on our side',
  501: 'SCIM has it, this server has not',
  503: 'It has to wait; `Retry-After` says how long',
}

const refusals: Json = Object.fromEntries(
  Object.entries(statuses).map(([status, description]) => [status, answer(description, 'ScimError')]),
)

const parameter = (name: string, description: string, schema: Json = { type: 'string' }): Json => ({
  name,
  in: 'query',
  description,
  schema,
})

const projection = [
  parameter('attributes', 'The attributes to return, separated by commas'),
  parameter('excludedAttributes', 'Attributes not to return, separated by commas'),
]

const filterSchema = { type: 'string', examples: ['userName eq "ada@company.example"', 'displayName co "a"', 'id pr'] }

const listParameters = [
  parameter('filter', 'RFC 7644, section 3.4.2.2', filterSchema),
  parameter('sortBy', 'The path of an attribute', { type: 'string', examples: ['userName', 'displayName'] }),
  parameter('sortOrder', 'Default: ascending', { type: 'string', enum: ['ascending', 'descending'] }),
  parameter('startIndex', 'The first result, from 1', { type: 'integer' }),
  parameter('count', `At most ${mostResults}`, { type: 'integer' }),
  ...projection,
]

const ifMatch: Json = {
  name: 'If-Match',
  in: 'header',
  required: false,
  description: 'The ETag of the version the change was made from',
  schema: { type: 'string' },
}

// --- Schemas ---------------------------------------------------------------------------------------------------------

function resource({ schema, extensions }: ResourceType): Json {
  return {
    type: 'object',
    description: schema.description,
    properties: {
      ...members([...commonAttributes, ...schema.attributes]),
      ...Object.fromEntries(extensions.map(({ id, attributes }) => [id, { type: 'object', properties: members(attributes) }])),
    },
  }
}

const members = (attributes: readonly Attribute[]): Json =>
  Object.fromEntries(attributes.map((attribute) => [attribute.name, member(attribute)]))

function member(attribute: Attribute): Json {
  const { description, multiValued, mutability } = attribute
  const single = valueOf(attribute)
  return {
    description,
    ...(mutability === 'readOnly' ? { readOnly: true } : {}),
    ...(multiValued ? { type: 'array', items: single } : single),
  }
}

function valueOf({ type, subAttributes = [], canonicalValues }: Attribute): Json {
  switch (type) {
    case 'complex':
      return { type: 'object', properties: members(subAttributes) }
    case 'boolean':
      return { type: 'boolean' }
    case 'integer':
      return { type: 'integer' }
    case 'decimal':
      return { type: 'number' }
    default:
      return { type: 'string', ...(canonicalValues ? { examples: [...canonicalValues] } : {}) }
  }
}

const texts = { type: 'array', items: { type: 'string' } }

const listSchema: Json = {
  type: 'object',
  required: ['schemas', 'totalResults'],
  properties: {
    schemas: texts,
    totalResults: { type: 'integer' },
    startIndex: { type: 'integer' },
    itemsPerPage: { type: 'integer' },
    Resources: { type: 'array', items: { type: 'object' } },
  },
}

const searchSchema: Json = {
  type: 'object',
  properties: {
    schemas: texts,
    filter: filterSchema,
    sortBy: { type: 'string' },
    sortOrder: { type: 'string', enum: ['ascending', 'descending'] },
    startIndex: { type: 'integer' },
    count: { type: 'integer' },
    attributes: texts,
    excludedAttributes: texts,
  },
}

const patchSchema: Json = {
  type: 'object',
  required: ['Operations'],
  properties: {
    schemas: texts,
    Operations: {
      type: 'array',
      items: {
        type: 'object',
        required: ['op'],
        properties: { op: { type: 'string', enum: ['add', 'remove', 'replace'] }, path: { type: 'string' }, value: {} },
      },
    },
  },
}

const bulkSchema: Json = {
  type: 'object',
  required: ['Operations'],
  description: `At most ${bulkLimits.maxOperations} operations and ${bulkLimits.maxPayloadSize} bytes.`,
  properties: {
    schemas: texts,
    failOnErrors: { type: 'integer', minimum: 1 },
    Operations: {
      type: 'array',
      items: {
        type: 'object',
        required: ['method', 'path'],
        properties: {
          method: { type: 'string', enum: ['POST', 'PUT', 'PATCH', 'DELETE'] },
          path: { type: 'string' },
          bulkId: { type: 'string' },
          version: { type: 'string' },
          data: { type: 'object' },
        },
      },
    },
  },
}

const errorSchema: Json = {
  type: 'object',
  required: ['schemas', 'status', 'detail'],
  properties: {
    schemas: { const: ['urn:ietf:params:scim:api:messages:2.0:Error'] },
    status: { type: 'string' },
    scimType: { type: 'string' },
    detail: { type: 'string' },
  },
}
