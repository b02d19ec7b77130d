import { useLocation } from '@tanstack/react-router'
import { useEffect } from 'react'

const controls = 'input, select, textarea, button'

/** Leads to the field, or the part of the page, that the hash of the address names, also when the page is open already. */
export function useNamedField(): void {
  const location = useLocation()
  useEffect(() => {
    const place = location.hash === '' ? null : document.getElementById(location.hash)
    if (place === null) return
    const control = place.matches(controls) ? place : place.querySelector<HTMLElement>(controls)
    place.scrollIntoView({ block: 'center' })
    // After the panel or the dialog that is about to take the focus.
    const frame = requestAnimationFrame(() => control?.focus({ preventScroll: true }))
    return () => cancelAnimationFrame(frame)
  }, [location])
}
