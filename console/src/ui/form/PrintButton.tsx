import { Printer } from 'lucide-react'
import { m } from '@steward/contract/paraglide/messages'
import { Button } from './Button.tsx'

/** Prints this page, or the dialog over it. */
export const PrintButton = () => (
  <Button small kind="quiet" icon={<Printer />} onClick={() => window.print()}>
    {m.ui_print()}
  </Button>
)
