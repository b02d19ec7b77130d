import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { Tooltip } from './Tooltip.tsx'
import { TooltipLayer } from './TooltipLayer.tsx'

const page = (text: string) => (
  <>
    <Tooltip text={text} delayMs={0}>
      <button type="button">Help</button>
    </Tooltip>
    <button type="button">Plain</button>
    <TooltipLayer />
  </>
)
const shown = () => document.querySelector('[data-tooltip-layer]')?.textContent

test('updates the visible text when the element’s tooltip changes', async () => {
  const { rerender } = render(page('Loading'))
  fireEvent.pointerOver(screen.getByRole('button', { name: 'Help' }))
  await waitFor(() => expect(shown()).toBe('Loading'))
  rerender(page('Help'))
  await waitFor(() => expect(shown()).toBe('Help'))
  fireEvent.pointerOver(screen.getByRole('button', { name: 'Plain' }))
  await waitFor(() => expect(shown()).toBeUndefined())
})
