import { useEffect, useRef, useState } from 'react'
import type { Federation } from '@steward/contract/federation/schemas'
import { m } from '@steward/contract/paraglide/messages'
import { Card } from '../ui/display/Card.tsx'
import { Stepper } from '../ui/display/Stepper.tsx'
import { CancelDialog } from './CancelDialog.tsx'
import { EnableStep } from './EnableStep.tsx'
import shared from './federation.module.css'
import css from './Wizard.module.css'
import { MetadataStep } from './MetadataStep.tsx'
import { PeopleStep } from './PeopleStep.tsx'
import { ProviderStep } from './ProviderStep.tsx'
import type { VersionedFederation } from './queries.ts'
import { metadataValues, type MetadataValues, peopleValues, type PeopleValues, providerValues, type ProviderValues } from './setup.ts'
import { TestStep } from './TestStep.tsx'

type Step = 'provider' | 'metadata' | 'people' | 'test' | 'enable'
const steps: readonly Step[] = ['provider', 'metadata', 'people', 'test', 'enable']

interface Collected {
  provider: ProviderValues
  metadata: MetadataValues
  people: PeopleValues
}

export interface WizardProps {
  federation: Federation
  etag: string | undefined
  /** Leaves the wizard while nothing is saved; undefined if there is nowhere to go back to. */
  onLeave: (() => void) | undefined
}

/** Sets up single sign-on in five steps. The third saves a draft, the fourth tests it. */
export function Wizard({ federation, etag, onLeave }: WizardProps) {
  const { draft, active } = federation
  const [step, setStep] = useState<Step>(draft === null ? 'provider' : 'test')
  const [isCancelling, setIsCancelling] = useState(false)
  const [collected, setCollected] = useState<Collected>(() => ({
    provider: providerValues(federation, draft),
    metadata: metadataValues(draft),
    people: peopleValues(draft ?? active),
  }))
  const [begun, setBegun] = useState<VersionedFederation>(() => ({ data: federation, etag }))
  const keep = (part: Partial<Collected>, next: Step) => {
    setCollected((before) => ({ ...before, ...part }))
    setStep(next)
  }
  // A draft that another administrator discarded can't be tested.
  const shown: Step = draft === null && (step === 'test' || step === 'enable') ? 'provider' : step
  const current = steps.indexOf(shown)
  const top = useStepFocus(shown)
  const onCancel = draft === null ? onLeave : () => setIsCancelling(true)
  const drop = () => setIsCancelling(true)
  /** The draft, if it still matches the chosen protocol. */
  const base = draft !== null && draft.protocol === collected.provider.protocol ? draft : null
  const names = [m.sso_step_provider(), m.sso_step_metadata(), m.sso_step_people(), m.sso_step_test(), m.sso_step_enable()]
  return (
    <Card>
      <div ref={top} className={shared.wizard}>
        <Stepper label={m.sso_steps()} steps={names} current={current} onStep={(index) => setStep(steps[index] ?? 'provider')} />
        <div role="group" aria-label={names[current]} tabIndex={-1} className={css.step}>
          {shown === 'provider' ? (
            <ProviderStep
              federation={federation}
              values={collected.provider}
              onNext={(provider) => keep({ provider }, 'metadata')}
              onCancel={onCancel}
            />
          ) : null}
          {shown === 'metadata' ? (
            <MetadataStep
              federation={federation}
              provider={collected.provider}
              setup={base}
              values={{ ...collected.metadata, providerName: collected.provider.providerName }}
              onNext={(metadata) => keep({ metadata }, 'people')}
              onBack={(metadata) => keep({ metadata }, 'provider')}
              onCancel={onCancel}
            />
          ) : null}
          {shown === 'people' ? (
            <PeopleStep
              provider={collected.provider}
              metadata={collected.metadata}
              setup={draft ?? active}
              values={collected.people}
              base={begun}
              onNext={(saved) => {
                const { draft: kept } = saved.data
                setBegun(saved)
                keep({ provider: providerValues(saved.data, kept), metadata: metadataValues(kept), people: peopleValues(kept) }, 'test')
              }}
              onBack={(people) => keep({ people }, 'metadata')}
              onCancel={onCancel}
            />
          ) : null}
          {shown === 'test' && draft !== null ? (
            <TestStep draft={draft} onNext={() => setStep('enable')} onBack={() => setStep('people')} onCancel={drop} />
          ) : null}
          {shown === 'enable' && draft !== null ? (
            <EnableStep
              draft={draft}
              active={active}
              etag={etag}
              onBack={() => setStep('test')}
              onCancel={drop}
              onDone={() => onLeave?.()}
            />
          ) : null}
        </div>
      </div>
      {isCancelling && draft !== null ? (
        <CancelDialog
          draft={draft}
          active={active}
          etag={etag}
          onClose={() => setIsCancelling(false)}
          onDone={(left) => {
            setIsCancelling(false)
            setBegun(left)
            setCollected({ provider: providerValues(federation, null), metadata: metadataValues(null), people: peopleValues(active) })
            setStep('provider')
            onLeave?.()
          }}
        />
      ) : null}
    </Card>
  )
}

/** The previous step had the focus and is gone: focuses the new step and scrolls to its start. */
function useStepFocus(step: Step) {
  const wizard = useRef<HTMLDivElement>(null)
  const before = useRef(step)
  useEffect(() => {
    if (before.current === step) return
    before.current = step
    wizard.current?.querySelector<HTMLElement>('[role="group"]')?.focus({ preventScroll: true })
    wizard.current?.scrollIntoView({ block: 'start' })
  }, [step])
  return wizard
}
