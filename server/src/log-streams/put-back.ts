import { mostLogStreams } from '@steward/contract/log-streams/constants'
import { problem } from '@steward/contract/errors'
import { firstIdAt } from '../db/id-time.ts'
import type { TenantTransaction } from '../db/tenant.ts'
import type { OutgoingRules } from '../outgoing/address.ts'
import type { Cipher } from '../secrets/cipher.ts'
import { mustBeReachable } from './destination.ts'
import { insertProgress, lockStream, countStreams, resetProgress } from './queries.ts'
import { sealSecret } from './secrets.ts'
import { newWebhookSecret } from './signature.ts'

/** A stream that an undo wrote: created again or changed. */
interface WrittenStream {
  logStreamId: string
  isNew: boolean
}

/** Log streams that an undo puts back as they were, with the rules of saving them. */
export interface StreamsBack {
  /** The secret of a webhook that is created again, as its people get it and as it is stored; its old one is gone. */
  newSecret(tenantId: string): { text: string; stored: string }
  /**
   * After the rows: a stream that is back begins with what is logged from now on, one that was changed begins its attempts again.
   * @throws log_stream_address_invalid, log_stream_limit_reached
   */
  follow(tx: TenantTransaction, streams: readonly WrittenStream[]): Promise<void>
}

export function createStreamsBack({ cipher, rules, now }: { cipher: Cipher; rules: OutgoingRules; now: () => Date }): StreamsBack {
  return {
    newSecret(tenantId) {
      const text = newWebhookSecret()
      return { text, stored: sealSecret(cipher, tenantId, text) }
    },

    async follow(tx, streams) {
      for (const { logStreamId, isNew } of streams) {
        const stream = await lockStream(tx, logStreamId)
        if (!stream) throw problem('not_found')
        mustBeReachable(stream, rules)
        if (isNew) await insertProgress(tx, logStreamId, firstIdAt(now()))
        else await resetProgress(tx, logStreamId, now())
      }
      const isMore = streams.some(({ isNew }) => isNew)
      if (isMore && (await countStreams(tx)) > mostLogStreams) throw problem('log_stream_limit_reached', { maximum: mostLogStreams })
    },
  }
}
