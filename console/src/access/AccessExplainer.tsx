import { useQuery } from '@tanstack/react-query'
import { CircleCheck, CircleX } from 'lucide-react'
import { m } from '@steward/contract/paraglide/messages'
import { shownMoment } from '../api/moment.ts'
import type { PermissionInputs } from '@steward/contract/rules/permission-inputs'
import { formatMoment } from '../i18n/time.ts'
import { PendingState } from '../ui/display/PendingState.tsx'
import { SkeletonLines } from '../ui/display/states.tsx'
import { accessQuery } from '../users/recordQueries.ts'
import shared from './access.module.css'
import css from './AccessExplainer.module.css'
import { AccessPaths } from './AccessPaths.tsx'
import { decidingInputs, factTexts } from './permissionInputs.ts'
import { GrantButton } from './GrantButton.tsx'
import { QuestionPicker } from './QuestionPicker.tsx'
import { findQuestion, type Question } from './questions.ts'
import { ReasonTree } from './ReasonTree.tsx'
import { Remedies } from './Remedies.tsx'
import type { Asked } from './remedies.ts'

export interface AccessExplainerProps {
  /** Of whom it is asked. */
  username: string
  /** How that person is called in the answer. */
  name: string
  userId: string
  /** What is asked: a permission's name, a page's path or `action:` and an action's name. */
  ask: string | undefined
  onAsk: (ask: string | undefined) => void
  /** Whether the question takes the focus when it appears. */
  autoFocus?: boolean
  /** Of the headings in the answer: one below what stands around it. */
  level: 2 | 3
}

/** Whether a user can do something, because of what, and what would have to change. */
export function AccessExplainer({ username, name, userId, ask, onAsk, autoFocus, level }: AccessExplainerProps) {
  const query = useQuery(accessQuery(username))
  const question = findQuestion(ask)
  return (
    <section className={css.explainer} aria-label={m.access_title()}>
      <QuestionPicker value={question} onChange={onAsk} autoFocus={autoFocus} />
      {query.data === undefined ? (
        <PendingState query={query} fallback={m.users_error_access()}>
          {question === undefined ? null : <SkeletonLines count={5} />}
        </PendingState>
      ) : question === undefined ? (
        <p className={shared.found}>{m.access_hint()}</p>
      ) : (
        <Answer
          key={question.id}
          question={question}
          facts={query.data.facts}
          asked={{ userId, username, name }}
          isPast={shownMoment() !== undefined}
          level={level}
        />
      )}
    </section>
  )
}

const yes = {
  page: m.access_yes_page,
  permission: m.access_yes_permission,
  application: m.access_yes_application,
  action: m.access_yes_action,
  feature: m.access_yes_feature,
}
const no = {
  page: m.access_no_page,
  permission: m.access_no_permission,
  application: m.access_no_application,
  action: m.access_no_action,
  feature: m.access_no_feature,
}

interface AnswerProps {
  question: Question
  facts: PermissionInputs
  asked: Asked
  /** Nothing can be granted in the past. */
  isPast: boolean
  level: 2 | 3
}

function Answer({ question, facts, asked, isPast, level }: AnswerProps) {
  const Heading = level === 2 ? 'h2' : 'h3'
  const reason = question.answer(facts)
  const Icon = reason.granted ? CircleCheck : CircleX
  return (
    <div className={css.answer}>
      <div className={css.verdict} data-granted={reason.granted ? '' : undefined} role="status">
        <Icon aria-hidden />
        <div>
          <p className={css.headline}>{(reason.granted ? yes : no)[question.kind]({ name: asked.name })}</p>
          <p className={css.asked}>
            {question.label} <span className={css.technical}>{question.detail}</span>
          </p>
          {isPast ? <p className={css.asked}>{m.access_as_of_moment({ moment: formatMoment(facts.asOf) })}</p> : null}
        </div>
      </div>
      {reason.granted ? (
        <div className={css.part}>
          <Heading className={css.heading}>{m.access_because()}</Heading>
          <ul className={css.because}>
            {unique(
              decidingInputs(reason).map((fact) => factTexts(fact, facts.asOf)),
              (fact) => fact.needs,
            ).map((fact) => (
              <li key={fact.needs}>
                {fact.needs}
                {fact.found === '' ? null : <span className={shared.found}> {fact.found}</span>}
                <AccessPaths name={asked.name} grants={fact.grants} goal={fact.goal} />
              </li>
            ))}
          </ul>
        </div>
      ) : isPast ? null : (
        <div className={css.part}>
          <Heading className={css.heading}>{m.access_would_change()}</Heading>
          <GrantButton asked={asked} ask={question.id} />
          <Remedies reason={reason} asked={asked} level={level === 2 ? 3 : 4} />
        </div>
      )}
      <div className={css.part}>
        <Heading className={css.heading}>{m.access_rule()}</Heading>
        <ReasonTree reason={reason} asOf={facts.asOf} />
        {isPast ? <p className={shared.found}>{m.access_as_of_today()}</p> : null}
      </div>
    </div>
  )
}

function unique<T>(items: readonly T[], keyOf: (item: T) => string): T[] {
  return [...new Map(items.map((item) => [keyOf(item), item])).values()]
}
