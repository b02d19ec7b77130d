import { useNavigate } from '@tanstack/react-router'

/** Opens an overlay by its hash over the page, which stays as it is; an empty hash closes it. */
export function useOverlayHash(): (hash: string) => void {
  const navigate = useNavigate()
  return (hash) => void navigate({ to: '.', search: true, state: true, hash, replace: hash === '', resetScroll: false })
}
