import { answerJobCommand, ingestJobs, listJobCommands } from '@steward/contract/jobs/endpoints'
import type { Bind } from '../http/binding.ts'
import type { TakeJobs } from './ingest.ts'
import type { ProductCommands } from './product-commands.ts'

/** Binds the endpoints for products: they report jobs, and fetch and answer commands. */
export function bindProductRoutes(bind: Bind, take: TakeJobs, commands: ProductCommands): void {
  bind(ingestJobs, async ({ principal, request, body }) => take(principal, request.id, body))

  bind(listJobCommands, async ({ principal, query, reply }) => {
    const gone = new AbortController()
    if (reply.raw.destroyed) gone.abort()
    reply.raw.once('close', () => gone.abort())
    const listed = await commands.list(principal, query, gone.signal)
    // A connection that the product keeps would hold up the end of the server.
    if (commands.isEnding()) reply.header('connection', 'close')
    return listed
  })

  bind(answerJobCommand, async ({ principal, request, params, body }) => commands.answer(principal, request.id, params.commandId, body))
}
