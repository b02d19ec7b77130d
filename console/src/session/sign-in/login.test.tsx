import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { NetworkError } from '@steward/contract/http'
import { buildProblem } from '../../testing/problems.ts'
import { renderInRouter } from '../../testing/renderInRouter.tsx'
import { CredentialsStep, type CredentialsStepProps } from './CredentialsStep.tsx'
import { takeStart } from './federated.ts'
import { TenantStep } from './TenantStep.tsx'

const password = { tenantName: 'demo', password: true, identityProvider: null }

const credentials = (props: Partial<CredentialsStepProps> = {}) => (
  <CredentialsStep
    tenantName="demo"
    methods={password}
    username=""
    onSignIn={async () => {}}
    onChangeTenant={() => {}}
    onPasskey={async () => {}}
    onFederated={async () => {}}
    {...props}
  />
)

async function signIn(user: ReturnType<typeof userEvent.setup>) {
  await user.type(screen.getByLabelText('Email'), ' ada@company.example ')
  await user.type(screen.getByLabelText('Password'), 'Correct-horse-7{Enter}')
}

afterEach(() => vi.useRealTimers())

describe('the tenant step', () => {
  it('starts in the field, asks for a name and hands on the trimmed one', async () => {
    const user = userEvent.setup()
    const onContinue = vi.fn(async () => {})
    await renderInRouter(<TenantStep tenantName="" onContinue={onContinue} onEmail={async () => false} onPasskey={async () => {}} />)
    const field = screen.getByLabelText('Tenant')
    expect(document.activeElement).toBe(field)
    await user.keyboard('{Enter}')
    expect(screen.getByText('Enter the tenant name.')).toBeTruthy()
    expect(onContinue).not.toHaveBeenCalled()
    await user.type(field, ' demo {Enter}')
    await waitFor(() => expect(onContinue).toHaveBeenCalledWith('demo'))
  })

  it('says when the network is gone', async () => {
    const user = userEvent.setup()
    await renderInRouter(
      <TenantStep
        tenantName="demo"
        onContinue={() => Promise.reject(new NetworkError('network'))}
        onEmail={async () => false}
        onPasskey={async () => {}}
      />,
    )
    await user.keyboard('{Enter}')
    expect((await screen.findByRole('alert')).textContent).toContain('Please check your network connection.')
  })
})

describe('the tenant step by email address', () => {
  it('looks the address up, and says beside the field when no company has it', async () => {
    const user = userEvent.setup()
    const onEmail = vi.fn(async (email: string) => email.endsWith('@northwind-re.example'))
    await renderInRouter(<TenantStep tenantName="" onContinue={async () => {}} onEmail={onEmail} onPasskey={async () => {}} />)
    await user.click(screen.getByRole('button', { name: 'Use your email address instead' }))
    await user.type(screen.getByLabelText('Email'), 'ada@elsewhere.example{Enter}')
    expect(await screen.findByText(/No company sign-in is set up/)).toBeTruthy()
    await user.clear(screen.getByLabelText('Email'))
    expect(screen.queryByText(/No company sign-in is set up/)).toBeNull()
    await user.type(screen.getByLabelText('Email'), ' ada@northwind-re.example {Enter}')
    await waitFor(() => expect(onEmail).toHaveBeenLastCalledWith('ada@northwind-re.example'))
    expect(screen.queryByText(/No company sign-in is set up/)).toBeNull()
  })
})

describe('the credentials step', () => {
  it('has what password managers look for, and sends what was typed', async () => {
    const user = userEvent.setup()
    const onSignIn = vi.fn(async () => {})
    await renderInRouter(credentials({ onSignIn }))
    expect(screen.getByLabelText('Email').getAttribute('autocomplete')).toBe('username webauthn')
    expect(screen.getByLabelText('Password').getAttribute('autocomplete')).toBe('current-password')
    await signIn(user)
    await waitFor(() =>
      expect(onSignIn).toHaveBeenCalledWith({ username: 'ada@company.example', password: 'Correct-horse-7' }, expect.anything()),
    )
  })

  it('names missing fields and goes to the first', async () => {
    const user = userEvent.setup()
    const onSignIn = vi.fn(async () => {})
    await renderInRouter(credentials({ onSignIn }))
    await user.click(screen.getByRole('button', { name: 'Sign in' }))
    expect(screen.getByText('Enter an email address.')).toBeTruthy()
    expect(screen.getByText('Enter a password.')).toBeTruthy()
    expect(document.activeElement).toBe(screen.getByLabelText('Email'))
    expect(onSignIn).not.toHaveBeenCalled()
  })

  it('says that the combination does not match, with the password ready to be typed over', async () => {
    const user = userEvent.setup()
    await renderInRouter(
      credentials({ onSignIn: () => Promise.reject(buildProblem('login_failed', 'The email and password combination doesn’t match.')) }),
    )
    await signIn(user)
    expect((await screen.findByRole('alert')).textContent).toBe(
      'The email and password combination doesn’t match. Click “Forgot password?” for assistance',
    )
    expect(document.activeElement).toBe(screen.getByLabelText('Password'))
    expect(screen.getByRole('link', { name: 'Forgot password?' }).getAttribute('href')).toContain('username=ada')
  })

  it('says the default text for failures of the server', async () => {
    const user = userEvent.setup()
    await renderInRouter(credentials({ onSignIn: () => Promise.reject(buildProblem('internal', 'stack trace')) }))
    await signIn(user)
    expect((await screen.findByRole('alert')).textContent).toBe('There was an unexpected error logging you in.')
  })

  it('counts a lock down, and lets one try again when it is over', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime })
    const onSignIn = vi.fn(() => Promise.reject(buildProblem('sign_in_locked', 'locked', { retryAfterSeconds: 65 })))
    await renderInRouter(credentials({ onSignIn }))
    await signIn(user)
    const timer = await screen.findByRole('timer')
    expect(timer.textContent).toBe('Try again in 1:05')
    expect(screen.getByRole('button', { name: 'Sign in' }).getAttribute('aria-disabled')).toBe('true')
    await user.keyboard('{Enter}')
    expect(onSignIn).toHaveBeenCalledTimes(1)
    await act(() => vi.advanceTimersByTimeAsync(5_000))
    expect(timer.textContent).toMatch(/^Try again in (1:00|0:59)$/)
    await act(() => vi.advanceTimersByTimeAsync(61_000))
    expect(screen.queryByRole('timer')).toBeNull()
    expect(screen.getByRole('button', { name: 'Sign in' }).getAttribute('aria-disabled')).toBeNull()
  })

  it('lets one change the tenant, and reveal the password', async () => {
    const user = userEvent.setup()
    const onChangeTenant = vi.fn()
    await renderInRouter(credentials({ onChangeTenant }))
    await user.click(screen.getByRole('button', { name: 'Show password' }))
    expect(screen.getByLabelText('Password').getAttribute('type')).toBe('text')
    await user.click(screen.getByRole('button', { name: 'Change tenant' }))
    expect(onChangeTenant).toHaveBeenCalled()
  })

  it('offers the identity provider only where the tenant has one, and the emergency password out of the way', async () => {
    const user = userEvent.setup()
    const onFederated = vi.fn(async () => {})
    await renderInRouter(credentials({ methods: { tenantName: 'demo', password: true, identityProvider: 'Okta' }, onFederated }))
    expect(screen.queryByLabelText('Password')).toBeNull()
    expect(screen.queryByRole('link', { name: 'Forgot password?' })).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Emergency sign-in with a password' }))
    expect(screen.getByText(/Only the emergency administrator/)).toBeTruthy()
    expect(screen.getByLabelText('Password')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Continue with Okta' }))
    expect(onFederated).toHaveBeenCalledOnce()
  })

  it('goes to the identity provider without a click when it is the start address', async () => {
    const onFederated = vi.fn(async () => {})
    const methods = { tenantName: 'demo', password: true, identityProvider: 'Okta' }
    await renderInRouter(credentials({ methods, onFederated, takeStart: () => takeStart(1_000_000) }))
    await waitFor(() => expect(onFederated).toHaveBeenCalledOnce())
    // Back within a minute: the provider did not sign them in.
    expect([takeStart(1_050_000), takeStart(1_060_000)]).toEqual([false, true])
  })

  it('says that the provider cannot be reached, and lets one try again', async () => {
    const user = userEvent.setup()
    const onFederated = vi.fn(() => Promise.reject(buildProblem('federation_provider_unreachable', 'No answer.')))
    await renderInRouter(credentials({ methods: { tenantName: 'demo', password: true, identityProvider: 'Okta' }, onFederated }))
    await user.click(screen.getByRole('button', { name: 'Continue with Okta' }))
    expect((await screen.findByRole('alert')).textContent).toBe('Okta could not be reached. Try again in a moment.')
    await user.click(screen.getByRole('button', { name: 'Continue with Okta' }))
    expect(onFederated).toHaveBeenCalledTimes(2)
  })
})
