import type { FastifyInstance } from 'fastify'

export interface Health {
  whatHinders(): Promise<string[]>
  /** How the replica of the database is, if there is one. A server can serve without it. */
  replica(): string | undefined
}

/** `/healthz`: the process responds. `/readyz`: it can serve, database included; otherwise 503 with what hinders it. */
export function serveHealth(app: FastifyInstance, { whatHinders, replica }: Health): void {
  app.get('/healthz', (_request, reply) => reply.send({ status: 'ok' }))
  app.get('/readyz', async (_request, reply) => {
    const reasons = await whatHinders()
    const state = replica()
    const besides = state === undefined ? {} : { replica: state }
    return reasons.length === 0
      ? reply.send({ status: 'ready', ...besides })
      : reply.code(503).send({ status: 'unavailable', reasons, ...besides })
  })
}
