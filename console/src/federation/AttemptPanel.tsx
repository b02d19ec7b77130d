import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { FederationAttempt, FederationStep } from '@steward/contract/federation/schemas'
import { m } from '@steward/contract/paraglide/messages'
import { Badge, Status } from '../ui/display/Badge.tsx'
import { Callout } from '../ui/display/Callout.tsx'
import { CopyValue } from '../ui/display/CopyButton.tsx'
import { DescriptionList } from '../ui/display/DescriptionList.tsx'
import { RelativeTime } from '../ui/display/RelativeTime.tsx'
import { PanelBody, SidePanel } from '../ui/overlay/SidePanel.tsx'
import { PendingState } from '../ui/display/PendingState.tsx'
import { EmptyState } from '../ui/display/states.tsx'
import { OutcomeIcon } from './Checks.tsx'
import shared from './federation.module.css'
import css from './AttemptPanel.module.css'
import { attemptsQuery } from './queries.ts'
import { refusalAdvice, refusalText } from './refusalMessages.ts'
import { stepDetails, stepText } from './stepLabels.ts'
import { attemptOutcome, attemptTone, protocolName } from './labels.ts'

/** One sign-in through the provider, step by step, with the reason for a refusal and how to fix it. */
export function AttemptPanel({ attemptId }: { attemptId: string }) {
  const navigate = useNavigate()
  const query = useQuery(attemptsQuery)
  const attempt = query.data?.items.find((one) => one.attemptId === attemptId)
  const title =
    attempt?.username === undefined || attempt.username === null ? m.sso_attempt() : m.sso_attempt_of({ username: attempt.username })
  return (
    <SidePanel size="medium" title={title} onClose={() => void navigate({ to: '/company/sso/attempts', search: true })}>
      <PanelBody>
        {attempt ? (
          <Attempt attempt={attempt} />
        ) : query.data === undefined ? (
          <PendingState query={query} fallback={m.sso_attempts_error()} lines={8} />
        ) : (
          <EmptyState title={m.sso_attempt_gone_title()}>{m.sso_attempt_gone_text()}</EmptyState>
        )}
      </PanelBody>
    </SidePanel>
  )
}

function Attempt({ attempt }: { attempt: FederationAttempt }) {
  const { refusal, steps } = attempt
  return (
    <div className={shared.stack}>
      <div className={shared.cell}>
        <Status tone={attemptTone[attempt.outcome]}>{attemptOutcome(attempt)}</Status>
        {attempt.isTest ? <Badge tone="info">{m.sso_attempt_test()}</Badge> : null}
      </div>
      {refusal === null ? null : (
        <Callout tone="danger" title={refusalText(refusal)}>
          <p>
            <strong>{m.sso_attempt_do()}:</strong> {refusalAdvice(refusal)}
          </p>
        </Callout>
      )}
      {attempt.outcome === 'pending' ? <Callout tone="info">{m.sso_attempt_pending_text()}</Callout> : null}
      <DescriptionList
        items={[
          { term: m.sso_attempt_time(), value: <RelativeTime value={attempt.at} /> },
          { term: m.sso_attempt_user(), value: attempt.username ?? m.sso_attempt_user_unknown() },
          { term: m.sso_attempt_provider(), value: `${attempt.providerName} · ${protocolName(attempt.protocol)}` },
          { term: m.sso_attempt_address(), value: attempt.address ?? '–' },
          { term: m.sso_attempt_device(), value: attempt.device },
          { term: m.sso_attempt_reference(), value: <CopyValue value={attempt.attemptId} label={m.login_reference_copy()} /> },
        ]}
      />
      <section aria-labelledby="sso-steps">
        <h3 id="sso-steps" className={css.stepsHead}>
          {m.sso_attempt_steps()}
        </h3>
        <ol className={css.trace}>
          {steps.map((step, index) => (
            <Step key={`${step.code} ${index}`} step={step} />
          ))}
        </ol>
      </section>
    </div>
  )
}

function Step({ step }: { step: FederationStep }) {
  const details = stepDetails(step.details)
  return (
    <li className={css.traceStep} data-outcome={step.outcome}>
      <OutcomeIcon outcome={step.outcome} />
      <div>
        <div className={css.traceHead}>
          <span>{stepText(step)}</span>
          <RelativeTime value={step.at} />
        </div>
        {details.length === 0 ? null : (
          <dl className={css.traceDetails}>
            {details.map(({ key, term, value }) => (
              <div key={key}>
                <dt>{term}</dt>
                <dd className={shared.mono}>{value}</dd>
              </div>
            ))}
          </dl>
        )}
      </div>
    </li>
  )
}
