import { useMutation } from '@tanstack/react-query'
import { ExternalLink } from 'lucide-react'
import { startFederationTest } from '@steward/contract/federation/endpoints'
import type { FederationSetup } from '@steward/contract/federation/schemas'
import { m } from '@steward/contract/paraglide/messages'
import { api } from '../api/client.ts'
import { alertFailure } from '../api/alertFailure.ts'
import { Button } from '../ui/form/Button.tsx'
import { Callout } from '../ui/display/Callout.tsx'
import css from './federation.module.css'
import { noteTest } from '../session/sign-in/testMark.ts'
import { TestResult } from './TestResult.tsx'

/** Starts a test sign-in: opens the provider's page, which redirects back to this page. */
export function useTestSignIn() {
  return useMutation({
    mutationKey: ['sso_test'],
    mutationFn: () => api(startFederationTest, {}),
    onSuccess: ({ location: address }) => {
      noteTest()
      location.assign(address)
    },
    onError: (error) => alertFailure(error, m.sso_test_failed_start()),
  })
}

export interface TestStepProps {
  draft: FederationSetup
  onNext: () => void
  onBack: () => void
  onCancel: () => void
}

/** Tests the draft: what the provider sends, and what would happen. */
export function TestStep({ draft, onNext, onBack, onCancel }: TestStepProps) {
  const test = useTestSignIn()
  const { testResult, isTested } = draft
  return (
    <div className={css.stack}>
      <section className={css.section} aria-labelledby="sso-test">
        <h3 id="sso-test">{m.sso_test_title()}</h3>
        <p className={css.text}>{m.sso_test_text({ provider: draft.providerName })}</p>
        {testResult === null ? (
          <Callout tone="info">{m.sso_test_none()}</Callout>
        ) : (
          <TestResult result={testResult} adminGroupName={draft.adminGroupName} />
        )}
      </section>
      <div className={css.buttons}>
        {isTested ? (
          <Button kind="primary" onClick={onNext}>
            {m.sso_next()}
          </Button>
        ) : null}
        {/* Stays in the loading state until the provider's page opens. */}
        <Button
          kind={isTested ? 'secondary' : 'primary'}
          icon={<ExternalLink />}
          loading={test.isPending || test.isSuccess}
          onClick={() => test.mutate()}
        >
          {testResult === null ? m.sso_test_start() : m.sso_test_repeat()}
        </Button>
        <Button onClick={onBack}>{m.sso_back()}</Button>
        <Button kind="quiet" onClick={onCancel}>
          {m.sso_cancel_confirm()}
        </Button>
      </div>
    </div>
  )
}
