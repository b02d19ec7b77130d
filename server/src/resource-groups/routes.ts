import {
  createResourceGroup,
  deleteResourceGroup,
  listResourceGroupPackages,
  listResourceGroups,
  manageResourceGroups,
  patchResourceGroup,
} from '@steward/contract/resource-groups/endpoints'
import type { Bind } from '../http/binding.ts'
import { contextOf } from '../http/context.ts'
import type { Gate, Principal } from '../http/principal.ts'
import { type ProductWithGroups, mustHaveProduct } from './products.ts'
import type { ResourceGroupService } from './service.ts'

interface ProductCall {
  principal: Principal
  params: { productCode: ProductWithGroups }
  request: { id: string }
}

/** Binds the resource groups of the contract; each call is for one product, which must be available to the caller. */
export function bindResourceGroupRoutes(bind: Bind, groups: ResourceGroupService, isGranted: Gate['isGranted']): void {
  /**
   * The caller and the product.
   * @throws forbidden
   */
  async function scopeOf({ principal, params, request }: ProductCall) {
    await mustHaveProduct(isGranted, principal, params.productCode)
    return { ctx: contextOf(principal, request.id), productCode: params.productCode }
  }

  bind(listResourceGroups, async (call) => {
    const { asOf } = call.query
    if (asOf !== undefined) {
      const items = await groups.listAsOf(await scopeOf(call), asOf)
      return { count: items.length, items }
    }
    const { version, items } = await groups.list(await scopeOf(call))
    call.setEtag(version)
    return { count: items.length, items }
  })

  bind(listResourceGroupPackages, async (call) => {
    const items = await groups.packages(await scopeOf(call))
    return { count: items.length, items }
  })

  bind(createResourceGroup, async (call) => {
    const created = await groups.create(await scopeOf(call), call.body)
    call.setEtag(created.version)
    return created
  })

  bind(patchResourceGroup, async (call) => {
    const changed = await groups.patch(await scopeOf(call), call.params.rgId, call.body, call.ifMatch)
    call.setEtag(changed.version)
    return changed
  })

  bind(manageResourceGroups, async (call) => {
    const { version, items } = await groups.manage(await scopeOf(call), call.body, call.ifMatch)
    call.setEtag(version)
    return { count: items.length, items }
  })

  bind(deleteResourceGroup, async (call) => groups.remove(await scopeOf(call), call.params.rgId, call.ifMatch))
}
