import { createMemoryHistory, createRootRoute, createRoute, createRouter } from '@tanstack/react-router'
import { expect, test } from 'vitest'
import { usersSearch } from '../users/search.ts'
import { refuseInvalidSearch } from './refusedSearch.ts'

const status = ['CONFIRMED']

async function searchAt(address: string): Promise<object[]> {
  const rootRoute = createRootRoute()
  const list = createRoute({ getParentRoute: () => rootRoute, path: '/users', validateSearch: usersSearch })
  const record = createRoute({ getParentRoute: () => list, path: '/$userId' })
  const routeTree = rootRoute.addChildren([list.addChildren([record])])
  refuseInvalidSearch(routeTree)
  const router = createRouter({ routeTree, history: createMemoryHistory({ initialEntries: [address] }) })
  await router.load()
  return router.state.matches.slice(1).map((match) => match.search)
}

test('a page does not get a value that it refuses', async () => {
  expect(await searchAt('/users?status=bogus&page=abc&limit=7777&sort=bogus&q=ada')).toEqual([{ q: 'ada' }])
})

test('it gets what it takes over, and so do the pages above it; what it does not know stays', async () => {
  const address = `/users/u1?status=${JSON.stringify(status)}&page=2&disabled=maybe&savedView=v`
  const search = { status, page: 2, savedView: 'v' }
  expect(await searchAt(address)).toEqual([search, search])
})
