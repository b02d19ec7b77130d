import { createContext, type ReactNode } from 'react'

/** Tools next to the close button of every side panel, because it covers the top bar. The top bar's own drawers don't have them. */
export const PanelTools = createContext<ReactNode>(undefined)
