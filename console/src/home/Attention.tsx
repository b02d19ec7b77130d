import { useMutation } from '@tanstack/react-query'
import { CircleAlert, CircleCheck, Clock, TriangleAlert } from 'lucide-react'
import { bulkUsers } from '@steward/contract/users/endpoints'
import type { AttentionItem } from '@steward/contract/home/schemas'
import { m } from '@steward/contract/paraglide/messages'
import { alertFailure } from '../api/alertFailure.ts'
import { alerts } from '../api/alerts.ts'
import { api } from '../api/client.ts'
import { queryClient } from '../api/query.ts'
import { formatNumber } from '../i18n/time.ts'
import { usePermission } from '../session/permissions/permissions.ts'
import { cx } from '../ui/display/cx.ts'
import { PlainLink } from '../ui/display/PlainLink.tsx'
import { Button, buttonClass } from '../ui/form/Button.tsx'
import { attentionStep, attentionText } from './attentionText.ts'
import { FirstSteps, useFirstSteps } from './FirstSteps.tsx'
import css from './Home.module.css'
import { Bones, Part } from './Part.tsx'
import { homeQuery } from './queries.ts'

const urgencies = {
  critical: { icon: CircleAlert, label: m.home_urgency_critical },
  warning: { icon: TriangleAlert, label: m.home_urgency_warning },
  notice: { icon: Clock, label: m.home_urgency_notice },
}

/** What needs someone, the most urgent first, each with the one button that settles it. */
export function Attention() {
  return (
    <Part part="attention" title={m.home_attention()} skeleton={<Bones heights={[40, 40, 40, 40]} />}>
      {({ items, total }) =>
        items.length === 0 ? (
          <AllGood />
        ) : (
          <>
            <ul className={css.rows}>
              {items.map((item) => (
                <AttentionRow key={keyOf(item)} item={item} />
              ))}
            </ul>
            {total > items.length ? <p className={css.more}>{m.home_attention_more({ count: total - items.length })}</p> : null}
          </>
        )
      }
    </Part>
  )
}

const keyOf = (item: AttentionItem): string =>
  `${item.kind} ${item.dueAt ?? ''} ${'quotaName' in item ? `${item.productCode} ${item.quotaName}` : ''} ${item.kind === 'jobs_stuck' ? item.productCode : ''} ${item.kind === 'factor_reset_waiting' ? item.userId : ''}`

function AllGood() {
  const steps = useFirstSteps()
  if (steps.length > 0) return <FirstSteps steps={steps} />
  return (
    <div className={css.good}>
      <CircleCheck aria-hidden />
      <p className={css.goodTitle}>{m.home_attention_empty()}</p>
      <p className={css.muted}>{m.home_attention_empty_text()}</p>
    </div>
  )
}

function AttentionRow({ item }: { item: AttentionItem }) {
  const { icon: Icon, label } = urgencies[item.urgency]
  const canViewLicenses = usePermission('Navigation.Licenses')
  const step = attentionStep(item, canViewLicenses)
  const text = attentionText(item)
  return (
    <li className={css.row}>
      <span className={cx(css.mark, css[item.urgency])} title={label()}>
        <Icon aria-hidden />
        <span className="visually-hidden">{label()}:</span>
      </span>
      <span className={css.rowText}>{text}</span>
      {item.kind === 'invitations_expired' ? (
        <Resend userIds={item.userIds} label={step.label} text={text} />
      ) : step.link === undefined ? null : (
        <PlainLink link={step.link} className={buttonClass('secondary', true)} aria-label={`${step.label}: ${text}`}>
          <span>{step.label}</span>
        </PlainLink>
      )}
    </li>
  )
}

/** Sends the oldest invitations again; where there are more, the row comes back with the next. */
function Resend({ userIds, label, text }: { userIds: readonly string[]; label: string; text: string }) {
  const resend = useMutation({
    mutationKey: ['UserManagement_resend_invitations'],
    mutationFn: () => api(bulkUsers, { body: { userIds: [...userIds], change: { action: 'resendActivation' } } }),
    onSuccess: async ({ succeeded, failed }) => {
      const [first] = failed
      if (first === undefined) alerts.success(m.home_invitations_sent({ count: succeeded.length }))
      else {
        const sent = formatNumber(succeeded.length)
        alerts.warning(m.home_invitations_partly({ sent, total: formatNumber(userIds.length), reason: first.message }))
      }
      await queryClient.invalidateQueries({ queryKey: homeQuery('attention').queryKey })
    },
    onError: (error) => alertFailure(error, m.home_invitations_failed()),
  })
  return (
    <Button small loading={resend.isPending} onClick={() => resend.mutate()} aria-label={`${label}: ${text}`}>
      {label}
    </Button>
  )
}
