import { queryOptions } from '@tanstack/react-query'
import { listTags, updateTag } from '@steward/contract/reference-data/tags'
import type { Tag } from '@steward/contract/reference-data/tags-schemas'
import { api, apiWithEtag } from '../../api/client.ts'
import { listQuery, queryClient } from '../../api/query.ts'
import { pageQuery, sortFrom } from '../../ui/table/search.ts'
import type { ListSearch } from '../shared/search.ts'
import { single } from '../shared/single.ts'
import { defaultSort, sorts } from './search.ts'

/** Tables that affect a tag. */
export const tagTables = ['tag'] as const

/** The filters and the sort in the form that the list and the export need. */
export const filterQuery = ({ q, status, sort }: ListSearch) => ({
  search: q,
  isActive: status && ({ active: 'true', inactive: 'false' } as const)[status],
  sort: sortFrom(sort, sorts, defaultSort),
})

/** The page of the list for a URL. */
export const tagsQuery = (search: ListSearch) => listQuery(listTags, tagTables, { query: { ...pageQuery(search), ...filterQuery(search) } })

/** A tag with the version that was loaded, as ETag. */
export interface VersionedTag {
  data: Tag
  etag: string | undefined
}

/** One tag, and its version as ETag. */
export const tagQuery = (tagId: string) =>
  queryOptions({
    queryKey: [listTags.id, 'one', tagId] as const,
    queryFn: async ({ signal }): Promise<VersionedTag> => single((await api(listTags, { query: { tagId, limit: 1 }, signal })).items),
    meta: { tables: tagTables },
  })

/** Loads the current version, bypassing the cache. */
export const readTagAgain = (tagId: string): Promise<VersionedTag> => queryClient.fetchQuery({ ...tagQuery(tagId), staleTime: 0 })

/** Renames a tag loaded in version `ifMatch`, and puts the saved tag into the cache. */
export async function renameTag(tagId: string, tagName: string, ifMatch: string | undefined): Promise<VersionedTag> {
  const { data, etag } = await apiWithEtag(updateTag, { params: { tagId }, body: { tagName }, ifMatch })
  const saved = { data, etag }
  queryClient.setQueryData(tagQuery(tagId).queryKey, saved)
  return saved
}

/** Sends only the status, so it overwrites nothing that another administrator saved: any version will do. */
export const setTagActive = ({ tagId }: Tag, isActive: boolean): Promise<Tag> =>
  api(updateTag, { params: { tagId }, body: { isActive }, ifMatch: '*' })
