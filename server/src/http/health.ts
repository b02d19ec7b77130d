import type { FastifyInstance } from 'fastify'

/** `/healthz`: the process responds. `/readyz`: it can serve, database included; otherwise 503 with what hinders it. */
export function serveHealth(app: FastifyInstance, whatHinders: () => Promise<string[]>): void {
  app.get('/healthz', (_request, reply) => reply.send({ status: 'ok' }))
  app.get('/readyz', async (_request, reply) => {
    const reasons = await whatHinders()
    return reasons.length === 0 ? reply.send({ status: 'ready' }) : reply.code(503).send({ status: 'unavailable', reasons })
  })
}
