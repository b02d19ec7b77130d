import { configQuery } from '../api/config.ts'
import { queryClient } from '../api/query.ts'
import { helpAddress, helpQuery } from './help.ts'

/** Opens the help for this browser and leads to a page of it. False if it could not be opened. */
export async function leadToHelp(page: string): Promise<boolean> {
  try {
    const config = await queryClient.ensureQueryData(configQuery)
    await queryClient.ensureQueryData({ ...helpQuery, retry: false })
    location.replace(`${helpAddress(config, page)}?opened=`)
    return true
  } catch {
    return false
  }
}
