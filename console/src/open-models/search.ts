import { textParam } from '../ui/table/search.ts'

/** Search parameters of the page. */
export interface OpenModelsSearch {
  /** Text in a model's name, provider, peril or region. */
  q?: string
}

/** Parses the page's search parameters. */
export function openModelsSearch(raw: Record<string, unknown>): OpenModelsSearch {
  const q = textParam(raw.q)?.slice(0, 100)
  return q ? { q } : {}
}
