import { textParam } from '../ui/table/search.ts'

/** What of the page lives in its URL. */
export interface OpenModelsSearch {
  /** Words of a model's name, provider, peril or region. */
  q?: string
}

/** Reads the page's search parameters. */
export function openModelsSearch(raw: Record<string, unknown>): OpenModelsSearch {
  const q = textParam(raw.q)?.slice(0, 100)
  return q ? { q } : {}
}
