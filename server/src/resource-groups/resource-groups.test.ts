import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { derivedPackages } from '@steward/contract/catalog/packages'
import type { Assignment, ResourceGroup } from '@steward/contract/resource-groups/schemas'
import {
  createResourceGroup,
  deleteResourceGroup,
  listResourceGroupPackages,
  listResourceGroups,
  manageResourceGroups,
  patchResourceGroup,
} from '@steward/contract/resource-groups/endpoints'
import { exceedsPackageQuota } from '@steward/contract/rules/resource-group-packages'
import { asOwner } from '../db/tenant.ts'
import { type TestApp, type TestTenant, startTestApp } from '../testing/app.ts'
import { openProducts } from '../testing/resource-groups.ts'

/** The packages of Risk Modeler: 100%, a quarter, a half, three quarters, and a trial that is no longer offered. */
const [whole, quarter, half, threeQuarters, trial] = ['1', '2', '3', '4', '5'] as const
const riskModeler = { productCode: 'RI-RISKMODELER' } as const

let test: TestApp
let tenant: TestTenant
let administrator: string

beforeAll(async () => {
  test = await startTestApp()
  ;[tenant, administrator] = await tenantWithProduct()
})
afterAll(() => test.close())

async function tenantWithProduct(): Promise<[TestTenant, string]> {
  const built = await test.buildTenant()
  await openProducts(test, built, ['RI-RISKMODELER'], ['RiskModeler.ViewResults'])
  return [built, await test.signIn(built, built.administrator)]
}

let count = 0
const unique = (name: string) => `${name} ${++count}`

/** A separate product per test, so that the free quota is known. */
async function freshProduct() {
  const [built, token] = await tenantWithProduct()
  const create = (resourceGroupPackageId?: string, more: object = {}) =>
    test.call(createResourceGroup, { params: riskModeler, body: { name: unique('Desk'), resourceGroupPackageId, ...more } }, { token })
  const list = async () => {
    const answer = await test.call(listResourceGroups, { params: riskModeler }, { token })
    return { items: answer.body.items as ResourceGroup[], etag: String(answer.headers['etag']) }
  }
  const manage = (body: Assignment[], ifMatch: string) => test.call(manageResourceGroups, { params: riskModeler, body, ifMatch }, { token })
  return { tenant: built, token, create, list, manage }
}

const assignment = (resourceGroupId: string, resourceGroupPackageId: string, isDefault = false): Assignment => ({
  default: isDefault,
  resourceGroupId,
  resourceGroupPackageId,
})

const create = (body: object) => test.call(createResourceGroup, { params: riskModeler, body: body as never }, { token: administrator })
const problemAt = (field: string, code: string) => expect.objectContaining({ field, code })

describe('resource groups', () => {
  it('are created with groups, listed by name and audited', async () => {
    const group = await test.buildGroup(tenant)
    const answer = await create({ name: '  Marine desk ', groupIds: [group.groupId] })
    expect(answer.status, JSON.stringify(answer.body)).toBe(201)
    expect(answer.body).toMatchObject({
      name: 'Marine desk',
      allAccess: false,
      groups: [{ ...group, isEnabled: true }],
      default: false,
      resourceGroupPackage: null,
      packagePercentage: 0,
    })
    const listed = await test.call(listResourceGroups, { params: riskModeler }, { token: administrator })
    expect(listed.body.items).toContainEqual(answer.body)
    const audited = await asOwner(test.db, 'operator', (tx) =>
      tx.selectFrom('audit_entry').select(['field_name', 'current_value']).where('entity_name', '=', 'Marine desk').execute(),
    )
    expect(audited).toContainEqual({ field_name: 'groups', current_value: group.groupName })
  })

  it('refuse invalid input at its field', async () => {
    const cases: [object, number, string, string][] = [
      [{}, 400, 'name', 'required'],
      [{ name: '  ' }, 400, 'name', 'required'],
      [{ name: 'a<b' }, 400, 'name', 'resource_group_name_invalid'],
      [{ name: 'x', groupIds: ['0199c0de-0000-7c11-9d59-3b8f5f1c2a44'] }, 400, 'groupIds', 'group_unknown'],
      [{ name: 'x', allAccess: true, groupIds: ['0199c0de-0000-7c11-9d59-3b8f5f1c2a44'] }, 400, 'groupIds', 'groups_with_all_access'],
      [{ name: 'x', resourceGroupPackageId: '99' }, 400, 'resourceGroupPackageId', 'package_unknown'],
      [{ name: 'x', resourceGroupPackageId: trial }, 400, 'resourceGroupPackageId', 'package_unavailable'],
    ]
    for (const [body, status, field, code] of cases) {
      const answer = await create(body)
      expect(answer.status, JSON.stringify(answer.body)).toBe(status)
      expect(answer.body.errors).toContainEqual(problemAt(field, code))
    }
  })

  it('have case-insensitively unique names within a product', async () => {
    const taken = (await create({ name: unique('Casualty') })).body as ResourceGroup
    const answer = await create({ name: taken.name.toUpperCase() })
    expect(answer.status).toBe(409)
    expect(answer.body.errors).toContainEqual(problemAt('name', 'resource_group_name_taken'))
    const other = (await create({ name: unique('Casualty') })).body as ResourceGroup
    const renamed = await test.call(
      patchResourceGroup,
      {
        params: { ...riskModeler, rgId: other.resourceGroupId },
        body: [{ operation: 'Update', targetProperty: 'Name', value: taken.name.toLowerCase() }],
      },
      { token: administrator },
    )
    expect(renamed.body.code).toBe('resource_group_name_taken')
  })

  it("refuse another tenant's group", async () => {
    const { groupId } = await test.buildGroup(await test.buildTenant())
    expect((await create({ name: unique('Desk'), groupIds: [groupId] })).body.code).toBe('group_unknown')
  })

  it('change name, groups and access; with all access there are no groups', async () => {
    const { groupId } = await test.buildGroup(tenant)
    const made = (await create({ name: unique('Desk'), groupIds: [groupId] })).body as ResourceGroup
    const patch = (body: object[], ifMatch?: string) =>
      test.call(
        patchResourceGroup,
        { params: { ...riskModeler, rgId: made.resourceGroupId }, body: body as never, ifMatch },
        { token: administrator },
      )
    const open = await patch([{ operation: 'Update', targetProperty: 'AllAccess', value: true }], `"${made.version}"`)
    expect(open.body).toMatchObject({ allAccess: true, groups: [] })
    expect((await patch([{ operation: 'Update', targetProperty: 'GroupIds', value: [groupId] }])).body.code).toBe('groups_with_all_access')
    const back = await patch([
      { operation: 'Update', targetProperty: 'AllAccess', value: false },
      { operation: 'Update', targetProperty: 'GroupIds', value: [groupId] },
    ])
    expect(back.body).toMatchObject({ allAccess: false, groups: [{ groupId }] })
    expect((await patch([{ operation: 'Update', targetProperty: 'Name', value: 'x' }], `"${made.version}"`)).status).toBe(412)
    // The database enforces it too, for every writer.
    await expect(
      asOwner(test.db, 'operator', async (tx) => {
        await tx.updateTable('resource_group').set({ all_access: true }).where('resource_group_id', '=', made.resourceGroupId).execute()
        await tx
          .insertInto('resource_group_group')
          .values({ tenant_id: tenant.tenantId, resource_group_id: made.resourceGroupId, group_id: tenant.groupId })
          .execute()
      }),
    ).rejects.toMatchObject({ constraint: 'groups_with_all_access' })
  })

  it('are only visible in products that are available to the caller', async () => {
    const answer = await test.call(listResourceGroups, { params: { productCode: 'RI-TREATYIQ' } }, { token: administrator })
    expect(answer.status).toBe(403)
    expect(answer.body.parameters).toEqual({ permission: 'AppAccess.treatyIqV2' })
    const dataAdmin = await test.call(listResourceGroupPackages, { params: { productCode: 'RI-DATAADMIN' } }, { token: administrator })
    expect(dataAdmin.body.count).toBe(5)
    const climate = await test.call(listResourceGroups, { params: { productCode: 'RI-COD-STN' } }, { token: administrator })
    expect(climate.status).toBe(403)
    // Another product doesn't have this one's groups.
    const { resourceGroupId: rgId } = (await create({ name: unique('Desk') })).body as ResourceGroup
    const elsewhere = await test.call(deleteResourceGroup, { params: { productCode: 'RI-DATAADMIN', rgId } }, { token: administrator })
    expect(elsewhere.status).toBe(404)
  })

  it('require the permission to edit groups, not only to view them', async () => {
    const user = await test.buildUser(tenant, { actions: ['ViewGroups', 'RiskModeler.ViewResults'] })
    const token = await test.signIn(tenant, user)
    expect((await test.call(listResourceGroups, { params: riskModeler }, { token })).status).toBe(403)
  })
})

describe('packages', () => {
  it('are allocated at creation, and never above 100%', async () => {
    const product = await freshProduct()
    expect((await product.create(half)).body).toMatchObject({
      packagePercentage: 50,
      resourceGroupPackage: { resourceGroupPackageId: half },
    })
    const tooMuch = await product.create(threeQuarters)
    expect(tooMuch.status).toBe(409)
    expect(tooMuch.body.errors).toContainEqual(problemAt('resourceGroupPackageId', 'package_quota_exceeded'))
    expect(tooMuch.body.parameters).toEqual({ left: 50, wanted: 75 })
    expect((await product.create(half)).status).toBe(201)
    const full = await product.create(quarter)
    expect(full.body.errors).toContainEqual(problemAt('resourceGroupPackageId', 'package_quota_full'))
    expect((await product.create('0')).status).toBe(201)
  })

  it('are replaced as a whole; 0 removes one, and one of them is the default', async () => {
    const product = await freshProduct()
    const [a, b] = [(await product.create(half)).body as ResourceGroup, (await product.create(quarter)).body as ResourceGroup]
    const first = await product.list()
    const answer = await product.manage([assignment(a.resourceGroupId, '0'), assignment(b.resourceGroupId, whole, true)], first.etag)
    expect(answer.status, JSON.stringify(answer.body)).toBe(200)
    expect(answer.body.items).toMatchObject([
      { resourceGroupId: a.resourceGroupId, resourceGroupPackage: null, default: false },
      { resourceGroupId: b.resourceGroupId, packagePercentage: 100, default: true },
    ])
    // The default moves in one step.
    const second = await product.list()
    expect(second.etag).toBe(String(answer.headers['etag']))
    const moved = await product.manage([assignment(a.resourceGroupId, half, true), assignment(b.resourceGroupId, half)], second.etag)
    expect(moved.body.items).toMatchObject([{ default: true }, { default: false }])
    // Groups that aren't listed have no package, and aren't the default.
    const emptied = await product.manage([], (await product.list()).etag)
    expect(emptied.body.items).toMatchObject([
      { resourceGroupPackage: null, default: false },
      { resourceGroupPackage: null, default: false },
    ])
  })

  it('are refused with reasons at their field', async () => {
    const product = await freshProduct()
    const [a, b] = [(await product.create(half)).body as ResourceGroup, (await product.create(quarter)).body as ResourceGroup]
    const [idA, idB] = [a.resourceGroupId, b.resourceGroupId]
    const { etag } = await product.list()
    const cases: [Assignment[], string, string][] = [
      [[assignment(idA, half), assignment(idB, threeQuarters)], '1.resourceGroupPackageId', 'package_quota_exceeded'],
      [[assignment(idA, whole), assignment(idB, whole)], 'assignments', 'allocation_over_100'],
      [[assignment(idA, '0', true)], '0.default', 'default_without_package'],
      [[assignment(idA, half, true), assignment(idB, half, true)], '1.default', 'default_listed_twice'],
      [[assignment(idA, half), assignment(idA.toUpperCase(), half)], '1.resourceGroupId', 'resource_group_listed_twice'],
      [[assignment('0199c0de-0000-7c11-9d59-3b8f5f1c2a44', half)], '0.resourceGroupId', 'resource_group_unknown'],
      [[assignment(idA, trial)], '0.resourceGroupPackageId', 'package_unavailable'],
      [[assignment(idA, '99')], '0.resourceGroupPackageId', 'package_unknown'],
    ]
    for (const [body, field, code] of cases) {
      const answer = await product.manage(body, etag)
      expect(answer.body.errors, JSON.stringify(answer.body)).toContainEqual(problemAt(field, code))
    }
    expect((await product.list()).etag).toBe(etag)
    const unversioned = await test.call(manageResourceGroups, { params: riskModeler, body: [] }, { token: product.token })
    expect(unversioned.status).toBe(200)
  })

  it('stay allocated when no longer offered, and can be allocated again', async () => {
    const product = await freshProduct()
    const made = (await product.create()).body as ResourceGroup
    await asOwner(test.db, 'operator', (tx) =>
      tx
        .updateTable('resource_group')
        .set({ resource_group_package_id: trial })
        .where('resource_group_id', '=', made.resourceGroupId)
        .execute(),
    )
    const kept = await product.manage([assignment(made.resourceGroupId, trial, true)], (await product.list()).etag)
    expect(kept.body.items).toMatchObject([{ packagePercentage: 5, default: true }])
  })

  it('are free again after their resource group is deleted', async () => {
    const product = await freshProduct()
    const made = (await product.create(whole)).body as ResourceGroup
    expect((await product.create(quarter)).status).toBe(409)
    const params = { ...riskModeler, rgId: made.resourceGroupId }
    expect((await test.call(deleteResourceGroup, { params, ifMatch: '"99"' }, { token: product.token })).status).toBe(412)
    expect((await test.call(deleteResourceGroup, { params }, { token: product.token })).status).toBe(204)
    expect((await test.call(deleteResourceGroup, { params }, { token: product.token })).status).toBe(404)
    expect((await product.create(quarter)).status).toBe(201)
  })
})

describe('two concurrent administrators', () => {
  it('who create: one gets the remaining quota, the other an error', async () => {
    for (let round = 0; round < 5; round++) {
      const product = await freshProduct()
      // The locked row has to exist: otherwise its insertion alone would make the first one wait.
      await product.create()
      const answers = await Promise.all([product.create(threeQuarters), product.create(threeQuarters)])
      expect(answers.map((answer) => answer.status).toSorted()).toEqual([201, 409])
      expect(answers.find((answer) => answer.status === 409)?.body.code).toBe('package_quota_exceeded')
    }
  })

  it("who replace the assignments: one is refused, and doesn't undo the other's changes", async () => {
    const product = await freshProduct()
    const [a, b] = [(await product.create()).body as ResourceGroup, (await product.create()).body as ResourceGroup]
    const { etag } = await product.list()
    const answers = await Promise.all([
      product.manage([assignment(a.resourceGroupId, threeQuarters)], etag),
      product.manage([assignment(b.resourceGroupId, threeQuarters)], etag),
    ])
    expect(answers.map((answer) => answer.status).toSorted()).toEqual([200, 412])
    expect(answers.find((answer) => answer.status === 412)?.body.code).toBe('version_conflict')
  })

  it('never exceed 100%, in any order of changes', async () => {
    const step = fc.oneof(
      fc.record({ kind: fc.constant('create' as const), packageId: fc.constantFrom('0', whole, quarter, half, threeQuarters) }),
      fc.record({
        kind: fc.constant('manage' as const),
        packageIds: fc.array(fc.constantFrom('0', whole, quarter, half, threeQuarters), { maxLength: 6 }),
      }),
      fc.record({ kind: fc.constant('delete' as const), pick: fc.nat(20) }),
    )
    const run = async (
      product: Awaited<ReturnType<typeof freshProduct>>,
      one: typeof step extends fc.Arbitrary<infer S> ? S : never,
    ): Promise<number> => {
      if (one.kind === 'create') return (await product.create(one.packageId)).status
      const { items, etag } = await product.list()
      if (one.kind === 'delete') {
        const picked = items[one.pick % Math.max(1, items.length)]
        if (!picked) return 204
        const params = { ...riskModeler, rgId: picked.resourceGroupId }
        return (await test.call(deleteResourceGroup, { params }, { token: product.token })).status
      }
      const body = items
        .slice(0, one.packageIds.length)
        .map((item, index) => assignment(item.resourceGroupId, one.packageIds[index] ?? '0'))
      return (await product.manage(body, etag)).status
    }
    const expected = new Set([200, 201, 204, 404, 409, 412])
    await fc.assert(
      fc.asyncProperty(fc.array(fc.array(step, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 6 }), async (rounds) => {
        const product = await freshProduct()
        for (const round of rounds) {
          for (const status of await Promise.all(round.map((one) => run(product, one)))) expect(expected).toContain(status)
          const { items } = await product.list()
          const ids = items.map((item) => item.resourceGroupPackage?.resourceGroupPackageId ?? null)
          expect(exceedsPackageQuota(ids, derivedPackages('RI-RISKMODELER'))).toBe(false)
          expect(items.filter((item) => item.default).length).toBeLessThanOrEqual(1)
        }
      }),
      { numRuns: 25 },
    )
  }, 60_000)
})
