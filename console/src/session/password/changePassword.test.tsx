import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { NetworkError } from '@steward/contract/http'
import { buildProblem } from '../../testing/problems.ts'
import { renderInRouter } from '../../testing/renderInRouter.tsx'
import { AlertStack } from '../../shell/AlertStack.tsx'
import { alerts } from '../../api/alerts.ts'
import { ChangePasswordOverlay, type ChangePasswordOverlayProps } from './ChangePasswordOverlay.tsx'

const good = { oldPassword: 'Correct-horse-7', newPassword: 'Another-horse-8' }

async function open(props: Partial<ChangePasswordOverlayProps> = {}) {
  await renderInRouter(
    <>
      <ChangePasswordOverlay username="ada@company.example" onClose={() => {}} onChange={async () => {}} {...props} />
      <AlertStack />
    </>,
  )
  return userEvent.setup()
}

const oldField = () => screen.getByLabelText('Current password')
const newField = () => screen.getByLabelText('New password')
const submit = () => screen.getByRole('button', { name: 'Change password' })
const isBlocked = () => submit().getAttribute('aria-disabled') === 'true'

async function fill(user: ReturnType<typeof userEvent.setup>) {
  await user.type(oldField(), good.oldPassword)
  await user.type(newField(), good.newPassword)
}

afterEach(() => alerts.clear())

describe('the change-password overlay', () => {
  it('focuses the current password and closes with Escape', async () => {
    const onClose = vi.fn()
    const user = await open({ onClose })
    await waitFor(() => expect(document.activeElement).toBe(oldField()))
    await user.keyboard('{Escape}')
    expect(onClose).toHaveBeenCalledTimes(1)
  })

  it('cannot be submitted while it is invalid, and says why', async () => {
    const onChange = vi.fn(async () => {})
    const user = await open({ onChange })
    expect(isBlocked()).toBe(true)
    await user.type(oldField(), 'short')
    await user.type(newField(), good.newPassword)
    expect(submit().getAttribute('aria-description')).toBe('The current password has at least 12 characters')
    expect(screen.getByText('At least 12 characters.')).toBeTruthy()
    await user.keyboard('{Enter}')
    expect(onChange).not.toHaveBeenCalled()
  })

  it('ticks the requirements as the user types, and praises the password that meets all of them', async () => {
    const user = await open()
    await user.type(oldField(), good.oldPassword)
    await user.type(newField(), good.oldPassword)
    const different = () => screen.getByText(/Cannot match current password/).closest('li')?.dataset.state
    expect(different()).toBe('unmet')
    expect(screen.queryByText('Great! Your password is secure.')).toBeNull()
    await user.type(newField(), '!')
    expect(different()).toBe('met')
    expect(screen.getByText('Great! Your password is secure.')).toBeTruthy()
    expect(isBlocked()).toBe(false)
  })

  it('is submitted once with Enter, and shows that it is pending', async () => {
    let finish = () => {}
    const onChange = vi.fn(() => new Promise<void>((resolve) => (finish = resolve)))
    const user = await open({ onChange })
    await fill(user)
    await user.keyboard('{Enter}')
    await waitFor(() => expect(submitting()).toBeTruthy())
    await user.keyboard('{Enter}')
    expect(onChange).toHaveBeenCalledTimes(1)
    expect(onChange).toHaveBeenCalledWith(good, expect.anything())
    finish()
    await waitFor(() => expect(submitting()).toBeNull())
  })

  it.each(['Current password', 'New password'])('shows the server’s refusal until %s is edited', async (label) => {
    const user = await open({
      onChange: () => Promise.reject(buildProblem('old_password_wrong', '{"message":"The current password is incorrect."}')),
    })
    await fill(user)
    await user.keyboard('{Enter}')
    expect((await screen.findByRole('alert')).textContent).toBe('The current password is incorrect.')
    expect(isBlocked()).toBe(true)
    await user.type(screen.getByLabelText(label), 'x')
    expect(screen.queryByRole('alert')).toBeNull()
    expect(isBlocked()).toBe(false)
  })

  it.each([buildProblem('internal', 'stack trace'), new NetworkError('network')])(
    'says the fixed alert for a failure without words of its own',
    async (failure) => {
      const user = await open({ onChange: () => Promise.reject(failure) })
      await fill(user)
      await user.keyboard('{Enter}')
      expect(await screen.findByText('There was an unexpected error changing your password.')).toBeTruthy()
      expect(isBlocked()).toBe(false)
    },
  )

  it('has what password managers look for', async () => {
    await open()
    expect(oldField().getAttribute('autocomplete')).toBe('current-password')
    expect(newField().getAttribute('autocomplete')).toBe('new-password')
    expect(document.querySelector<HTMLInputElement>('input[autocomplete="username"]')?.value).toBe('ada@company.example')
  })
})

const submitting = () => document.querySelector('[type="submit"][aria-busy="true"]')
