import { createTag, exportTags, listTags, updateTag } from '@steward/contract/reference-data/tags'
import { attachment } from '../../exports/stream-export.ts'
import type { Bind } from '../../http/binding.ts'
import { callerOf } from '../../http/caller.ts'
import type { TagService } from './service.ts'

/** Binds the tags of the contract. */
export function bindTagRoutes(bind: Bind, tags: TagService): void {
  bind(listTags, async (call) => tags.list(callerOf(call), call.query))

  bind(exportTags, async (call) => {
    call.reply.header('content-disposition', attachment('tags'))
    return tags.export(callerOf(call), call.query)
  })

  bind(createTag, async (call) => {
    const tag = await tags.create(callerOf(call), call.body)
    call.setEtag(tag.version)
    return tag
  })

  bind(updateTag, async (call) => {
    const tag = await tags.update(callerOf(call), call.params.tagId, call.body, call.ifMatch)
    call.setEtag(tag.version)
    return tag
  })
}
