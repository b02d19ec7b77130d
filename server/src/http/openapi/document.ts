import type { z } from 'zod'
import { examplePreview } from '@steward/contract/changes/docs'
import { hasPreview } from '@steward/contract/http'
import type { Operation } from '@steward/contract/operations'
import { parameterDescriptions } from './parameter-descriptions.ts'
import { type SharedAnswers, errorAnswers } from './errors.ts'
import { type Json, jsonSchema, namedJsonSchemas, schemaReference } from './schemas.ts'

/** A protocol that is not part of the contract, in parts of the document. */
export interface ProtocolDescription {
  tags: { name: string; description: string }[]
  paths: Json
  schemas: Json
}

/** The OpenAPI 3.1 document of the whole API: the contract, and the protocols of others. */
export function openApiDocument(
  endpoints: Iterable<Operation>,
  options: { version: string; protocols: readonly ProtocolDescription[]; guides: string },
): Json {
  const { protocols, guides } = options
  const paths: Record<string, Json> = {}
  const responses: SharedAnswers = { Preview: previewAnswer }
  const tags = new Set<string>()
  for (const declared of endpoints) {
    tags.add(declared.tag)
    const path = (paths[declared.path] ??= {})
    path[declared.method.toLowerCase()] = operation(declared, responses)
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Steward API',
      version: options.version,
      summary: 'Administer your tenant: users, access, licenses, sign-in, reference data and logs.',
      description: guides,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
      contact: { name: 'The operator of this installation' },
    },
    servers: [{ url: '/', description: 'This server' }],
    tags: [
      ...[...tags].sort().map((name) => ({ name, description: describedTag(name) })),
      ...protocols.flatMap((protocol) => protocol.tags),
    ],
    paths: Object.assign(paths, ...protocols.map((protocol) => protocol.paths)) as Json,
    components: {
      securitySchemes: {
        bearer: {
          type: 'http',
          scheme: 'bearer',
          description:
            'An access token or an API key (`stw_key_…`). Platform services use a service token (`stw_svc_…`), identity providers a SCIM token (`stw_scim_…`)',
        },
      },
      schemas: Object.assign(namedJsonSchemas(), ...protocols.map(({ schemas }) => schemas)) as Json,
      responses,
    },
  }
}

/** @throws if the tag has no description */
function describedTag(name: string): string {
  const description = tagDescriptions[name]
  if (description === undefined) throw new Error(`The tag ${name} needs a description`)
  return description
}

const tagDescriptions: Record<string, string> = {
  'API keys': 'Keys for your programs, and the groups that decide what they can do',
  'API monitoring': 'Calls, errors and latency of your programs',
  'Audit log': 'Who changed what, and when; the history of records',
  Changes: 'Every change as one unit that can be undone',
  'ESG scores': 'The weights of your ESG scores',
  Entitlements: 'The licenses and quotas of the tenant, and how platform services set them',
  'Exchange rates': 'Rates, conversions, and uploads with their review',
  'Feature flags': 'Which features are on for a user, by the OpenFeature Remote Evaluation Protocol',
  Groups: 'Groups give their roles to their members',
  Help: 'Guidance, feedback and what’s new in the console',
  Home: 'What needs attention, and the latest changes',
  Jobs: 'Jobs of your products, for administrators and for the products that report them',
  'Log streams': 'Webhooks and syslog streams of the audit log and the system log',
  Messages: 'Notifications and subscriptions of a person',
  'Open models': 'Models of other providers, and their terms',
  Permissions: 'What a user can do, and why',
  Provisioning: 'SCIM tokens, the provisioning log and the deprovisioning limit',
  'Reference data': 'Currencies, currency schemes, vintages and data tags',
  'Resource groups': 'Resource groups and their packages',
  Roles: 'Custom roles and the actions that they can include',
  'Saved views': 'Views of lists, personal and shared',
  'Second factors': 'Authenticator apps, passkeys, recovery codes and confirmations',
  Session: 'Sign-in, sign-out, passwords and sessions',
  'Single sign-on': 'The identity provider of the tenant, its domains, and sign-in through it',
  'System log': 'Sign-ins, exports, emails and other events',
  'Temporary data': 'Exports in the background, and their files',
  Tenant: 'The tenant, its applications and its settings',
  Usage: 'The usage of products and quotas, and how platform services report it',
  Users: 'The people of the tenant',
}

function operation(declared: Operation, shared: SharedAnswers): Json {
  const isPublic = 'public' in declared.access
  const parameters = [
    ...parametersOf(declared.params, 'path', declared.examples.params),
    ...parametersOf(declared.query, 'query', declared.examples.query),
  ]
  if (declared.precondition) {
    parameters.push({
      name: 'If-Match',
      in: 'header',
      required: false,
      description: 'The ETag of the version that the change is based on. Without it, or with `*`, the change applies to any version.',
      schema: { type: 'string' },
      example: '"3"',
    })
  }
  if (hasPreview(declared)) {
    parameters.push({
      name: 'Prefer',
      in: 'header',
      required: false,
      description:
        '`preview`: returns 200 with what the call would do, without doing it. `preview; offset=20` lists the people after the first 20. See the guide "Dry runs".',
      schema: { type: 'string', pattern: '^preview( *; *offset=[0-9]{1,7})?$' },
    })
  }
  const hasBody = declared.body.def.type !== 'undefined'
  return {
    operationId: declared.id,
    summary: declared.summary,
    description: [declared.description, accessText(declared), freshnessText(declared)].filter(Boolean).join('\n\n'),
    tags: [declared.tag],
    security: isPublic ? [] : [{ bearer: [] }],
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(hasBody ? { requestBody: requestBody(declared) } : {}),
    responses: {
      ...(hasPreview(declared) && declared.status !== 200 ? { 200: { $ref: '#/components/responses/Preview' } } : {}),
      [declared.status]: answer(declared),
      ...(declared.conditional ? { 304: { description: 'Nothing has changed since the ETag in `If-None-Match`' } } : {}),
      ...errorAnswers(declared, { shared, hasBody }),
    },
  }
}

function freshnessText({ freshness }: Operation): string {
  if (freshness === undefined) return ''
  return freshness === 'always' ? 'Asks people for a *confirmation*.' : 'Asks people for a *confirmation*, depending on the change.'
}

function accessText(declared: Operation): string {
  if ('public' in declared.access) return `Requires no token: ${declared.access.public}.`
  if ('signedIn' in declared.access)
    return declared.access.as === 'user' ? 'Requires a signed-in person.' : 'Requires a signed-in person or an API key.'
  if ('service' in declared.access) return `Requires a service token (\`stw_svc_…\`) with the scope \`${declared.access.service}\`.`
  const { permission, or } = declared.access
  return `Requires the permission \`${permission}\`${or === undefined ? '' : ` or \`${or}\``}.`
}

function parametersOf(schema: z.ZodObject, where: 'path' | 'query', examples: unknown): Json[] {
  const whole = jsonSchema(schema, 'input')
  const required = new Set((whole['required'] as string[] | undefined) ?? [])
  return Object.entries((whole['properties'] as Record<string, Json> | undefined) ?? {}).map(([name, property]) => {
    const example = (examples as Json | undefined)?.[name]
    const { description, ...rest } = property
    return {
      name,
      in: where,
      required: where === 'path' || required.has(name),
      description: description ?? parameterDescriptions[name] ?? name,
      schema: rest,
      ...(example === undefined ? {} : { example }),
      ...(where === 'query' && 'type' in rest && rest['type'] === 'array' ? { style: 'form', explode: true } : {}),
    }
  })
}

function requestBody(declared: Operation): Json {
  const type = declared.media?.request ?? 'application/json'
  return { required: true, content: { [type]: content(declared.body, 'input', declared.examples.body) } }
}

function answer(declared: Operation): Json {
  const headers = declared.etag ? { headers: { ETag: { description: 'The version of the record', schema: { type: 'string' } } } } : {}
  if (declared.status === 204) return { description: 'Done', ...headers }
  const type = declared.media?.response ?? 'application/json'
  const example = declared.examples.response
  return {
    description: declared.status === 201 ? 'Created' : declared.status === 202 ? 'Accepted' : 'Success',
    ...headers,
    content: {
      [type]: hasPreview(declared) && declared.status === 200 ? withPreview(declared) : content(declared.response, 'output', example),
    },
  }
}

const previewReference = schemaReference('Preview')
const previewAnswer = {
  description: 'What the call would do, for `Prefer: preview`',
  content: { 'application/json': { schema: previewReference, example: examplePreview } },
}

function withPreview({ response, examples }: Operation): Json {
  const { schema, ...rest } = content(response, 'output', examples.response)
  return { schema: { anyOf: [schema, previewReference] }, ...rest }
}

function content(schema: z.ZodType, io: 'input' | 'output', example: unknown): Json {
  return { schema: jsonSchema(schema, io), ...(example === undefined ? {} : { example }) }
}
