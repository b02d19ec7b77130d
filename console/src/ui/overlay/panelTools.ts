import { createContext, type ReactNode } from 'react'

/** What every side panel has beside its close button, for it covers the top bar; the drawers of the top bar do without. */
export const PanelTools = createContext<ReactNode>(undefined)
