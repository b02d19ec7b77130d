import {
  createLogStream,
  deleteLogStream,
  getLogStream,
  listLogStreamDeliveries,
  listLogStreams,
  patchLogStream,
  replayLogStream,
  rotateLogStreamSecret,
  testLogStream,
} from '@steward/contract/log-streams/endpoints'
import type { Bind } from '../http/binding.ts'
import { callerOf } from '../http/caller.ts'
import type { LogStreamService } from './service.ts'

/** Binds the log streams of the contract. */
export function bindLogStreamRoutes(bind: Bind, streams: LogStreamService): void {
  bind(listLogStreams, async (call) => streams.list(callerOf(call), call.query))

  bind(createLogStream, async (call) => {
    const minted = await streams.create(callerOf(call), call.body)
    call.setEtag(minted.version)
    return minted
  })

  bind(getLogStream, async (call) => {
    const stream = await streams.get(callerOf(call), call.params.logStreamId)
    call.setEtag(stream.version)
    return stream
  })

  bind(patchLogStream, async (call) => {
    const stream = await streams.patch(callerOf(call), call.params.logStreamId, call.body, call.ifMatch)
    call.setEtag(stream.version)
    return stream
  })

  bind(deleteLogStream, async (call) => streams.remove(callerOf(call), call.params.logStreamId, call.ifMatch))

  bind(rotateLogStreamSecret, async (call) => {
    const minted = await streams.rotate(callerOf(call), call.params.logStreamId, call.ifMatch)
    call.setEtag(minted.version)
    return minted
  })

  bind(testLogStream, async (call) => streams.test(callerOf(call), call.params.logStreamId))

  bind(replayLogStream, async (call) => {
    const stream = await streams.replay(callerOf(call), call.params.logStreamId, new Date(call.body.from))
    call.setEtag(stream.version)
    return stream
  })

  bind(listLogStreamDeliveries, async (call) => streams.deliveries(callerOf(call), call.params.logStreamId))
}
