import { endpoints } from '@steward/contract/endpoints'
import { openApiDocument } from './http/openapi/document.ts'
import { readGuides } from './http/reference/guides.ts'
import { describeScim } from './provisioning/scim/openapi.ts'

// For the linters of the check: the document as served.
const document = openApiDocument(endpoints.values(), { version: '0.1.0', protocols: [describeScim()], guides: readGuides() })
process.stdout.write(`${JSON.stringify(document, null, 2)}\n`)
