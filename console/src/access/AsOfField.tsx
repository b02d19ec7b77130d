import { m } from '@steward/contract/paraglide/messages'
import { MomentField } from './MomentField.tsx'

interface AsOfFieldProps {
  asOf: string | undefined
  onChange: (asOf: string | undefined) => void
}

/** Chooses the moment that is shown. Empty is now. */
export function AsOfField({ asOf, onChange }: AsOfFieldProps) {
  return <MomentField label={m.access_as_of()} hint={m.access_as_of_hint()} moment={asOf} onChange={onChange} />
}
