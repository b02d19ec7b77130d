import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { Button } from './Button.tsx'

test('keeps the focus when it becomes disabled with a reason', () => {
  const { rerender } = render(<Button>Save</Button>)
  screen.getByRole('button', { name: 'Save' }).focus()
  rerender(<Button disabledReason="No changes yet.">Save</Button>)
  const button = screen.getByRole('button', { name: 'Save' })
  expect(button.getAttribute('aria-description')).toBe('No changes yet.')
  expect(document.activeElement).toBe(button)
  rerender(<Button>Save</Button>)
  expect(document.activeElement).toBe(button)
})
