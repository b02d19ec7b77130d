import { useMutation, QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useNavigate } from '@tanstack/react-router'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { NetworkError, ProblemError } from '@steward/contract/http'
import { renderListAndPanel } from '../../testing/renderRoutes.tsx'
import { FormTextField } from './fields.tsx'
import { PanelForm, useContractForm } from './FormShell.tsx'

const schema = z.strictObject({ givenName: z.string().trim().min(1).max(64), email: z.email() })
let send: (values: z.output<typeof schema>) => Promise<unknown> = () => Promise.resolve()

function Panel() {
  const navigate = useNavigate()
  const form = useContractForm({ schema, defaultValues: { givenName: 'Ada', email: 'ada@company.com' } })
  const save = useMutation({ mutationFn: (values: z.output<typeof schema>) => send(values) })
  return (
    <PanelForm
      form={form}
      title="Edit user"
      submitLabel="Save"
      errorFallback="The user could not be updated"
      onSubmit={save.mutateAsync}
      submitError={save.error}
      loading={save.isPending}
      // The test's routes differ from the application's.
      onClose={() => void navigate({ to: '/list' as never })}
      fieldNames={{ username: 'email' }}
    >
      <FormTextField control={form.control} name="givenName" label="Given name" />
      <FormTextField control={form.control} name="email" label="Email" />
    </PanelForm>
  )
}

async function open() {
  const client = new QueryClient()
  const router = await renderListAndPanel(
    () => <p>the list</p>,
    () => (
      <QueryClientProvider client={client}>
        <Panel />
      </QueryClientProvider>
    ),
    '/list/1',
  )
  await screen.findByRole('dialog', { name: 'Edit user' })
  return { router, user: userEvent.setup() }
}

const refusal = (errors: { field: string; code: string; message: string }[], status = 400) =>
  new ProblemError(status, {
    type: 'about:blank',
    title: 'Refused',
    status,
    code: 'refused',
    message: 'The server refused.',
    requestId: 'req-7',
    parameters: {},
    errors,
  })

test('shows schema errors below their fields and in a summary that gets focus', async () => {
  const { user } = await open()
  await user.clear(screen.getByLabelText('Given name'))
  await user.clear(screen.getByLabelText('Email'))
  await user.type(screen.getByLabelText('Email'), 'nonsense')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  const summary = await screen.findByRole('alert')
  await waitFor(() => expect(document.activeElement).toBe(summary))
  const links = within(summary).getAllByRole('link')
  expect(links.map((link) => link.textContent)).toEqual([
    'Given name: Enter a given name.',
    'Email: Enter an email address, such as name@company.com.',
  ])
  const name = screen.getByLabelText('Given name')
  expect(name.getAttribute('aria-invalid')).toBe('true')
  await user.click(within(summary).getAllByRole('link')[0] ?? summary)
  expect(document.activeElement).toBe(name)
})

test('maps server errors to their fields, by name or by a mapped name', async () => {
  send = () =>
    Promise.reject(
      refusal([
        { field: 'givenName', code: 'taken', message: 'Not this name.' },
        { field: 'username', code: 'exists', message: 'This user exists.' },
      ]),
    )
  const { router, user } = await open()
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(describedBy(screen.getByLabelText('Given name'))).toBe('Not this name.'))
  expect(describedBy(screen.getByLabelText('Email'))).toBe('This user exists.')
  const summary = screen.getByRole('alert')
  expect(summary.textContent).not.toContain('The server refused.')
  expect(router.state.location.pathname).toBe('/list/1')
})

test('shows errors without a field in the summary, with the request ID', async () => {
  send = () => Promise.reject(refusal([]))
  const { user } = await open()
  await user.click(screen.getByRole('button', { name: 'Save' }))
  const summary = await screen.findByRole('alert')
  expect(summary.textContent).toContain('The server refused.')
  expect(summary.textContent).toContain('req-7')
})

test('falls back to the action’s default message, and names network failures', async () => {
  send = () => Promise.reject(refusal([], 500))
  const { user } = await open()
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect((await screen.findByRole('alert')).textContent).toContain('The user could not be updated')
  send = () => Promise.reject(new NetworkError('network'))
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(screen.getByRole('alert').textContent).toContain('Please check your network connection.'))
})

test('closes the panel of a saved form without asking', async () => {
  const sent: unknown[] = []
  send = (values) => Promise.resolve(sent.push(values))
  const { router, user } = await open()
  await user.type(screen.getByLabelText('Given name'), ' Maria ')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(router.state.location.pathname).toBe('/list'))
  expect(sent).toEqual([{ givenName: 'Ada Maria', email: 'ada@company.com' }])
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('asks before leaving a changed form, by Escape or any other way', async () => {
  const { router, user } = await open()
  await user.type(screen.getByLabelText('Given name'), 'x')
  await user.keyboard('{Escape}')
  expect(await screen.findByRole('dialog', { name: 'Discard changes?' })).toBeDefined()
  await user.click(screen.getByRole('button', { name: 'Keep editing' }))
  expect(router.state.location.pathname).toBe('/list/1')
  expect((screen.getByLabelText('Given name') as HTMLInputElement).value).toBe('Adax')
  act(() => void router.navigate({ to: '/list' as never }))
  await user.click(await screen.findByRole('button', { name: 'Discard changes' }))
  await waitFor(() => expect(router.state.location.pathname).toBe('/list'))
})

test('closes an unchanged form immediately', async () => {
  const { router, user } = await open()
  await user.click(screen.getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(router.state.location.pathname).toBe('/list'))
})

function describedBy(field: HTMLElement): string {
  return (field.getAttribute('aria-describedby') ?? '')
    .split(' ')
    .map((id) => document.getElementById(id)?.textContent ?? '')
    .join('')
}
