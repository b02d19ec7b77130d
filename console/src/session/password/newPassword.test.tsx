import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import { buildProblem } from '../../testing/problems.ts'
import { renderInRouter } from '../../testing/renderInRouter.tsx'
import { ForgotPasswordPage } from './ForgotPasswordPage.tsx'
import { NewPasswordPage, type PasswordLink } from './NewPasswordPage.tsx'

const link: PasswordLink = {
  kind: 'reset',
  tenantName: 'demo',
  company: 'Northwind Re',
  username: 'ada@company.example',
  givenName: 'Ada',
  familyName: 'Lindqvist',
  expiresAt: '2030-01-01T00:00:00.000Z',
}

describe('a new password by a mailed link', () => {
  it('says for whom it is, and is sent when every requirement is met', async () => {
    const user = userEvent.setup()
    const onSave = vi.fn(async () => {})
    await renderInRouter(<NewPasswordPage link={link} onSave={onSave} />)
    expect(screen.getByText('ada@company.example')).toBeTruthy()
    const save = () => screen.getByRole('button', { name: 'Save password' })
    expect(save().getAttribute('aria-description')).toBe('The new password does not meet every requirement yet')
    await user.type(screen.getByLabelText('New password'), 'Correct-horse-7')
    // Only the server can tell whether it is the current one.
    expect(screen.queryByText('Great! Your password is secure.')).toBeNull()
    expect(screen.getByText('Almost there. One requirement is checked when you save.')).toBeTruthy()
    await user.click(save())
    await waitFor(() => expect(onSave).toHaveBeenCalledWith('Correct-horse-7', expect.anything()))
    expect(await screen.findByText('Great! Your password is secure.')).toBeTruthy()
  })

  it('remembers that the server found it to be the current one', async () => {
    const user = userEvent.setup()
    await renderInRouter(
      <NewPasswordPage link={link} onSave={() => Promise.reject(buildProblem('password_unchanged', 'Cannot match current password'))} />,
    )
    const field = screen.getByLabelText('New password')
    await user.type(field, 'Correct-horse-7{Enter}')
    await waitFor(() => expect(document.querySelector('[data-rule="different"]')?.getAttribute('data-state')).toBe('unmet'))
    await user.type(field, 'x')
    expect(document.querySelector('[data-rule="different"]')?.getAttribute('data-state')).toBe('later')
  })

  it('says beside the field that a password is too common', async () => {
    const user = userEvent.setup()
    await renderInRouter(
      <NewPasswordPage link={link} onSave={() => Promise.reject(buildProblem('password_common', 'This password is too common.'))} />,
    )
    await user.type(screen.getByLabelText('New password'), 'Password-2024!{Enter}')
    const field = screen.getByLabelText('New password')
    await waitFor(() => expect(field.getAttribute('aria-invalid')).toBe('true'))
    const described = field
      .getAttribute('aria-describedby')
      ?.split(' ')
      .map((id) => document.getElementById(id)?.textContent)
    expect(described?.join(' ')).toMatch(/This password is too common/)
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it('leads to a new link where this one ended in the meantime', async () => {
    const user = userEvent.setup()
    await renderInRouter(
      <NewPasswordPage
        link={link}
        onSave={() => Promise.reject(buildProblem('link_invalid', 'This link has expired or was already used.'))}
      />,
    )
    await user.type(screen.getByLabelText('New password'), 'Correct-horse-7{Enter}')
    const again = await screen.findByRole('link', { name: 'Send new link' })
    expect(again.getAttribute('href')).toBe('/login/forgot-password?tenant=demo&username=ada%40company.example')
  })

  it('welcomes who sets the first password', async () => {
    await renderInRouter(<NewPasswordPage link={{ ...link, kind: 'activation' }} onSave={async () => {}} />)
    expect(screen.getByRole('heading', { name: 'Welcome, Ada' })).toBeTruthy()
    await userEvent.setup().type(screen.getByLabelText('New password'), 'Correct-horse-7')
    expect(screen.getByText('Great! Your password is secure.')).toBeTruthy()
    expect(screen.queryByText(/Cannot match current password/)).toBeNull()
  })
})

describe('a forgotten password', () => {
  it('says what happens next without telling whether the address exists', async () => {
    const user = userEvent.setup()
    const onRequest = vi.fn(async () => {})
    await renderInRouter(<ForgotPasswordPage initial={{ tenantName: 'demo', username: '' }} onRequest={onRequest} />)
    expect(document.activeElement).toBe(screen.getByLabelText('Email'))
    await user.keyboard('ada@company.example{Enter}')
    expect(await screen.findByText(/If ada@company.example has an account in the tenant demo/)).toBeTruthy()
    expect(onRequest).toHaveBeenCalledWith({ tenantName: 'demo', username: 'ada@company.example' }, expect.anything())
    await user.click(screen.getByRole('button', { name: 'Send again' }))
    expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe('')
  })
})
