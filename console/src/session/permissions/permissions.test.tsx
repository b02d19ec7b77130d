import { QueryClientProvider } from '@tanstack/react-query'
import { act, renderHook } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { queryClient } from '../../api/query.ts'
import { hasPermission, permissionsQuery, useCan, useKeptPermissions, usePermission } from './permissions.ts'

afterEach(() => queryClient.clear())

/** The server's answer; nothing in this file requests it. */
const answer = (permissions: Record<string, boolean>) =>
  queryClient.setQueryData(permissionsQuery.queryKey, { username: 'ada', permissions } as never)

const cached = () => queryClient.getQueryCache().find({ queryKey: permissionsQuery.queryKey })

test('a permission that is unknown or not loaded yet counts as not granted', () => {
  expect(hasPermission('Admin.EditUsers')).toBe(false)
  answer({ 'Admin.ViewUsers': true })
  expect(hasPermission('Admin.ViewUsers')).toBe(true)
  expect(hasPermission('Admin.EditUsers')).toBe(false)
})

test('a permission that is granted or revoked shows immediately, and only components that read it render again', async () => {
  answer({ 'Admin.ViewUsers': true })
  let renders = 0
  const edit = renderHook(() => usePermission('Admin.EditUsers'))
  const can = renderHook(() => useCan())
  renderHook(() => {
    renders += 1
    return usePermission('Admin.ViewUsers')
  })
  expect(edit.result.current).toBe(false)
  await act(async () => answer({ 'Admin.ViewUsers': true, 'Admin.EditUsers': true }))
  await expect.poll(() => edit.result.current).toBe(true)
  expect(can.result.current('Admin.EditUsers')).toBe(true)
  expect(renders).toBe(1)
  await act(async () => answer({ 'Admin.ViewUsers': true }))
  await expect.poll(() => edit.result.current).toBe(false)
  expect(can.result.current('Admin.EditUsers')).toBe(false)
})

test('only the shell keeps the permissions loaded; reading one does not', () => {
  answer({})
  renderHook(() => usePermission('Admin.ViewUsers'))
  expect(cached()?.isActive()).toBe(false)
  const shell = renderHook(useKeptPermissions, {
    wrapper: ({ children }) => <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>,
  })
  expect(cached()?.isActive()).toBe(true)
  shell.unmount()
  expect(cached()?.isActive()).toBe(false)
})
