import { notFound, refuse } from './error.ts'
import type { JsonObject } from './json.ts'
import { listResponse, mostResults } from './list-request.ts'
import type { Attribute } from './schema/attribute.ts'
import { type ResourceType, groupType, schemas, userType } from './schema/schemas.ts'

/** Discovery: the capabilities of this server (RFC 7644, section 4). */

/** The limits of a Bulk request, announced in ServiceProviderConfig. */
export const bulkLimits = { maxOperations: 1_000, maxPayloadSize: 1_048_576 }

const schemaUrn = 'urn:ietf:params:scim:schemas:core:2.0'

interface Place {
  baseUrl: string
  /** The URL of the setup guide for provisioning. */
  documentation: string
}

const serviceProviderConfig = ({ baseUrl, documentation }: Place): JsonObject => ({
  schemas: [`${schemaUrn}:ServiceProviderConfig`],
  documentationUri: documentation,
  patch: { supported: true },
  bulk: { supported: true, ...bulkLimits },
  filter: { supported: true, maxResults: mostResults },
  changePassword: { supported: false },
  sort: { supported: true },
  etag: { supported: true },
  authenticationSchemes: [
    {
      type: 'oauthbearertoken',
      name: 'SCIM token',
      description: 'A token of the console, sent as Authorization: Bearer.',
      specUri: 'https://www.rfc-editor.org/info/rfc6750',
      documentationUri: documentation,
      primary: true,
    },
  ],
  meta: { resourceType: 'ServiceProviderConfig', location: `${baseUrl}/ServiceProviderConfig` },
})

const resourceType = ({ name, endpoint, schema, extensions }: ResourceType, baseUrl: string): JsonObject => ({
  schemas: [`${schemaUrn}:ResourceType`],
  id: name,
  name,
  description: schema.description,
  endpoint,
  schema: schema.id,
  schemaExtensions: extensions.map(({ id }) => ({ schema: id, required: false })),
  meta: { resourceType: 'ResourceType', location: `${baseUrl}/ResourceTypes/${name}` },
})

const isText = ({ type }: Attribute) => type === 'string' || type === 'reference' || type === 'binary'

/** An attribute in the format of RFC 7643, section 7. */
function described(attribute: Attribute): JsonObject {
  const { name, type, description, multiValued, required, mutability, returned, uniqueness, caseExact } = attribute
  return {
    name,
    type,
    multiValued,
    description,
    required,
    ...(isText(attribute) ? { caseExact } : {}),
    mutability,
    returned,
    uniqueness,
    ...(attribute.canonicalValues ? { canonicalValues: [...attribute.canonicalValues] } : {}),
    ...(attribute.referenceTypes ? { referenceTypes: [...attribute.referenceTypes] } : {}),
    ...(attribute.subAttributes ? { subAttributes: attribute.subAttributes.map(described) } : {}),
  }
}

const all = {
  ResourceTypes: ({ baseUrl }: Place) => [userType, groupType].map((type) => resourceType(type, baseUrl)),
  Schemas: ({ baseUrl }: Place) =>
    schemas.map(({ id, name, description, attributes }): JsonObject => ({
      schemas: [`${schemaUrn}:Schema`],
      id,
      name,
      description,
      attributes: attributes.map(described),
      meta: { resourceType: 'Schema', location: `${baseUrl}/Schemas/${id}` },
    })),
}

export type DiscoveryEndpoint = 'ServiceProviderConfig' | keyof typeof all

const endpoints: readonly DiscoveryEndpoint[] = ['ServiceProviderConfig', 'ResourceTypes', 'Schemas']

/** The discovery endpoint of this name in lower case. */
export const discoveryEndpoint = (name: string): DiscoveryEndpoint | undefined =>
  endpoints.find((endpoint) => endpoint.toLowerCase() === name)

/**
 * The service provider configuration, schemas or resource types.
 * @throws ScimError 403 for a filter (RFC 7644, section 4), 404
 */
export function discover(place: Place, endpoint: DiscoveryEndpoint, id: string | undefined, hasFilter: boolean): JsonObject {
  if (hasFilter) throw refuse(403, 'discovery_filtered', { endpoint })
  if (endpoint === 'ServiceProviderConfig') {
    if (id !== undefined) throw notFound(endpoint, id)
    return serviceProviderConfig(place)
  }
  const listed = all[endpoint](place)
  if (id === undefined) return listResponse(listed.length, 1, listed)
  const found = listed.find((entry) => String(entry['id']).toLowerCase() === id.toLowerCase())
  if (!found) throw notFound(endpoint, id)
  return found
}
