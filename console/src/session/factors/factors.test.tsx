import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { overwriteGetLocale } from '@steward/contract/paraglide/runtime'
import { buildProblem } from '../../testing/problems.ts'
import { renderInRouter } from '../../testing/renderInRouter.tsx'
import { FactorForm, type FactorFormProps } from './FactorForm.tsx'
import { askToConfirm } from './confirmation.ts'
import { ConfirmIdentityHost } from './ConfirmIdentityHost.tsx'
import { factorName } from './factorName.ts'
import { FactorRow } from './FactorRow.tsx'
import { PasskeyError } from './passkeys.ts'
import { plainCode, waysOf } from './proof.ts'
import { QrCode } from './QrCode.tsx'

afterEach(() => {
  vi.unstubAllGlobals()
  overwriteGetLocale(() => 'en')
})

const form = (props: Partial<FactorFormProps>) => (
  <FactorForm
    ways={['authenticator', 'recovery_code']}
    username="ada@company.example"
    submitLabel="Sign in"
    onProve={async () => {}}
    {...props}
  />
)

describe('ways to confirm who is there', () => {
  it('reads a code as apps show it and people type it', () => {
    expect(['123 456', '123\u00a0456', '123-456', ' 123456\n'].map(plainCode)).toEqual(Array(4).fill('123456'))
  })

  it('offers those that the browser has, the easiest first', () => {
    expect(waysOf(['password', 'recovery_code', 'passkey', 'authenticator'], true)).toEqual([
      'passkey',
      'authenticator',
      'password',
      'recovery_code',
    ])
    expect(waysOf(['passkey', 'recovery_code'], false)).toEqual(['recovery_code'])
    expect(waysOf(['passkey', 'provider'], false)).toBeUndefined()
  })
})

describe('the form for a second factor', () => {
  it('starts in the field, which browsers can fill in, and takes a pasted code with spaces', async () => {
    const user = userEvent.setup()
    const onProve = vi.fn(async () => {})
    await renderInRouter(form({ onProve }))
    const field = screen.getByLabelText('Authenticator code')
    expect(document.activeElement).toBe(field)
    expect(field.getAttribute('autocomplete')).toBe('one-time-code')
    await user.keyboard('{Enter}')
    expect(screen.getByText('Enter the code.')).toBeTruthy()
    await user.paste('123 456')
    await user.keyboard('{Enter}')
    await waitFor(() => expect(onProve).toHaveBeenCalledWith({ kind: 'authenticator', code: '123456' }))
  })

  it('says beside the field that the code is wrong, ready to be typed over', async () => {
    const user = userEvent.setup()
    await renderInRouter(form({ onProve: () => Promise.reject(buildProblem('code_wrong', 'This code isn’t correct.')) }))
    await user.keyboard('111111{Enter}')
    const field = screen.getByLabelText('Authenticator code')
    await waitFor(() => expect(field.getAttribute('aria-invalid')).toBe('true'))
    expect(document.getElementById(field.getAttribute('aria-describedby')?.split(' ').at(-1) ?? '')?.textContent).toBe(
      'This code isn’t correct.',
    )
    await user.keyboard('2')
    expect(screen.getByLabelText<HTMLInputElement>('Authenticator code').value).toBe('2')
    expect(screen.queryByText('This code isn’t correct.')).toBeNull()
  })

  it('changes to another way and back', async () => {
    const user = userEvent.setup()
    const onProve = vi.fn(async () => {})
    await renderInRouter(form({ onProve }))
    await user.click(screen.getByRole('button', { name: 'Use a recovery code' }))
    expect(document.activeElement).toBe(screen.getByLabelText('Recovery code'))
    await user.keyboard('abcd-efgh-ijkl{Enter}')
    await waitFor(() => expect(onProve).toHaveBeenCalledWith({ kind: 'recovery_code', code: 'abcdefghijkl' }))
    expect(screen.getByRole('button', { name: 'Use an authenticator app' })).toBeTruthy()
  })

  it('says what to do when the browser gives no passkey', async () => {
    const user = userEvent.setup()
    const onProve = () => Promise.reject(new PasskeyError('canceled', undefined))
    await renderInRouter(form({ ways: ['passkey', 'authenticator'], onProve }))
    await user.click(screen.getByRole('button', { name: 'Continue with passkey' }))
    expect((await screen.findByRole('alert')).textContent).toBe('The browser got no passkey. Try again, or use another way.')
    expect(screen.getByRole('button', { name: 'Use an authenticator app' })).toBeTruthy()
  })
})

describe('the dialog that calls open', () => {
  const problem = buildProblem('freshness_required', 'Confirm that it’s you.', { parameters: { kinds: 'password,authenticator' } })

  it('asks once for all calls that wait, and lets them go on', async () => {
    const user = userEvent.setup()
    const sent = vi.fn()
    vi.stubGlobal('fetch', async (_url: string, { body }: RequestInit) => {
      sent(JSON.parse(String(body)))
      return Response.json({ kinds: ['password'], freshUntil: null })
    })
    await renderInRouter(<ConfirmIdentityHost />)
    const answers = [askToConfirm(problem), askToConfirm(problem)]
    await screen.findByRole('dialog', { name: 'Verify it’s you' })
    await user.click(screen.getByRole('button', { name: 'Use your password' }))
    await user.type(screen.getByLabelText('Password'), 'Correct-horse-7{Enter}')
    expect(await Promise.all(answers)).toEqual([true, true])
    expect(sent.mock.calls).toEqual([[{ kind: 'password', password: 'Correct-horse-7' }]])
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it('lets the calls fail when it is closed', async () => {
    const user = userEvent.setup()
    await renderInRouter(<ConfirmIdentityHost />)
    const answer = askToConfirm(problem)
    await screen.findByRole('dialog', { name: 'Verify it’s you' })
    await user.keyboard('{Escape}')
    expect(await answer).toBe(false)
  })
})

it.each([
  ['en', 'Authenticator app'],
  ['de', 'Authenticator-App'],
  ['ja', '認証アプリ'],
] as const)('a factor without a name is named by its kind, in %s', async (language, name) => {
  overwriteGetLocale(() => language)
  const factor = {
    factorId: 'f',
    kind: 'authenticator',
    name: '',
    createdTime: '2026-03-14T09:26:53Z',
    lastUsedTime: null,
    isBackedUp: null,
  } as const
  await renderInRouter(<FactorRow factor={factor} />)
  expect(screen.getAllByText(name, { exact: false })).toHaveLength(1)
  expect(factorName({ ...factor, name: 'Phone' })).toBe('Phone')
})

it('draws the QR code with its quiet zone', async () => {
  await renderInRouter(<QrCode text="otpauth://totp/Steward:ada?secret=JBSWY3DPEHPK3PXP" label="QR code" />)
  const code = screen.getByRole('img', { name: 'QR code' })
  const size = Number(code.getAttribute('viewBox')?.split(' ').at(-1))
  const dark = [
    ...(code
      .querySelector('path')
      ?.getAttribute('d')
      ?.matchAll(/M(\d+) (\d+)/g) ?? []),
  ].map(([, x, y]) => [Number(x), Number(y)])
  expect(Math.min(...dark.flat())).toBe(4)
  expect(Math.max(...dark.flat())).toBe(size - 5)
  expect((size - 8 - 17) % 4).toBe(0)
})
