import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'
import { endpoints } from '@steward/contract/endpoints'
import { type ProtocolDescription, openApiDocument } from './openapi.ts'

/** The API's description at `/api/openapi.json` and its browsable reference at `/api/`. */
export async function serveReference(
  app: FastifyInstance,
  options: { version: string; protocols: readonly ProtocolDescription[] },
): Promise<void> {
  const document = openApiDocument(endpoints.values(), options)
  app.get('/api/openapi.json', (_request, reply) => reply.header('cache-control', 'no-cache').send(document))
  await app.register(swagger, {
    mode: 'static',
    // Our document is OpenAPI 3.1; the plugin only passes it on.
    specification: { document: document as never },
  })
  await app.register(swaggerUi, {
    routePrefix: '/api',
    staticCSP: false,
    // There is only one document.
    theme: { title: 'Steward API', css: [{ filename: 'steward.css', content: '.swagger-ui .topbar { display: none }' }] },
    uiConfig: { docExpansion: 'list', deepLinking: true, tryItOutEnabled: false },
  })
}
