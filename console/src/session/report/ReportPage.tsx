import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ResponseOf } from '@steward/contract/http'
import { m } from '@steward/contract/paraglide/messages'
import { reportSignIn } from '@steward/contract/session/endpoints'
import { api } from '../../api/client.ts'
import { problemCode } from '../../api/problem.ts'
import { cx } from '../../ui/display/cx.ts'
import { Button, buttonClass } from '../../ui/form/Button.tsx'
import { FailureCallout, useFailure } from '../sign-in/FailureCallout.tsx'
import { LoginCard } from '../sign-in/LoginCard.tsx'
import css from '../sign-in/sign-in.module.css'
import type { ReportLink, ReportState } from './reportLink.ts'

/** The page behind "This wasn't me" in a mail: says what a report does, and asks once. */
export function ReportPage({ report }: { report: ReportState }) {
  return report.state === 'invalid' ? <ReportInvalid /> : <ReportForm token={report.token} link={report.link} />
}

function ReportForm({ token, link }: { token: string; link: ReportLink }) {
  const send = useMutation({ mutationKey: ['auth_report'], mutationFn: () => api(reportSignIn, { body: { token } }) })
  const failure = useFailure(send.error, m.link_report_failed())
  if (send.data) return <Reported result={send.data} />
  if (problemCode(send.error) === 'link_invalid') return <ReportInvalid />
  const { username, company } = link
  return (
    <LoginCard title={m.link_report_title()} sentence={m.link_report_sentence({ username, company })}>
      {failure.shown ? <FailureCallout failure={failure} /> : null}
      <div className={css.effects}>
        <p id="report-will">{m.link_report_will()}</p>
        <ul aria-labelledby="report-will">
          <li>{m.link_report_will_sign_out()}</li>
          {link.resetsPassword ? <li>{m.link_report_will_password()}</li> : null}
          <li>{m.link_report_will_factors()}</li>
        </ul>
      </div>
      <Button
        kind="danger"
        className={css.provider}
        loading={send.isPending}
        disabledReason={failure.waitReason}
        onClick={() => send.mutate()}
      >
        {m.link_report_submit()}
      </Button>
    </LoginCard>
  )
}

function Reported({ result }: { result: ResponseOf<typeof reportSignIn> }) {
  return (
    <LoginCard
      title={m.link_report_done_title()}
      sentence={m.link_report_done_text()}
      footer={
        <Link to="/login" search={{ tenant: result.tenantName, username: result.username }}>
          {m.login_back()}
        </Link>
      }
    >
      {result.resetsPassword ? <p role="status">{m.link_report_done_password()}</p> : null}
    </LoginCard>
  )
}

function ReportInvalid() {
  return (
    <LoginCard title={m.link_invalid_title()} sentence={m.error_link_invalid()} footer={<Link to="/login">{m.login_back()}</Link>}>
      <p>{m.link_report_invalid()}</p>
      <Link to="/login/forgot-password" className={cx(buttonClass('primary'), css.another)}>
        {m.reset_password_title()}
      </Link>
    </LoginCard>
  )
}
