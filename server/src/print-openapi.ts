import { endpoints } from '@steward/contract/endpoints'
import { openApiDocument } from './http/openapi.ts'
import { describeScim } from './provisioning/scim/openapi.ts'

// For the linters of the check: the document as served.
process.stdout.write(`${JSON.stringify(openApiDocument(endpoints.values(), { version: '0.1.0', protocols: [describeScim()] }), null, 2)}\n`)
