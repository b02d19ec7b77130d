import { Link } from '@tanstack/react-router'
import type { JobDetails } from '@steward/contract/jobs/schemas'
import { m } from '@steward/contract/paraglide/messages'
import { useCan } from '../session/permissions/permissions.ts'
import css from './JobPanel.module.css'
import { Section } from './Section.tsx'

const path = '/monitoring/job-log'

/** The user and the resource group of the job, and the log filtered by what it has in common with others. */
export function JobLinks({ job }: { job: JobDetails }) {
  const can = useCan()
  const { createdBy, createdByUserId, resourceGroupId, resourceGroupName, workflowId, tags } = job
  return (
    <Section title={m.job_links()}>
      <ul className={css.links}>
        {createdByUserId === null || !can('Navigation.UserManagement') ? null : (
          <li>
            <Link to="/user-administration/users/$userId" params={{ userId: createdByUserId }}>
              {m.job_open_user({ name: createdBy })}
            </Link>
          </li>
        )}
        {resourceGroupId === null || resourceGroupName === null || !can('Navigation.ResourceGroupsManagement') ? null : (
          <li>
            <Link to="/user-administration/resource-groups/$app/$rgId" params={{ app: 'data-admin', rgId: resourceGroupId }}>
              {m.job_open_resource_group({ name: resourceGroupName })}
            </Link>
          </li>
        )}
        {workflowId === null ? null : (
          <li>
            <Link to={path} search={{ q: workflowId, days: 92 }}>
              {m.job_same_workflow()}
            </Link>
          </li>
        )}
        <li>
          <Link to={path} search={{ createdBy: [createdBy] }}>
            {m.job_same_user({ name: createdBy })}
          </Link>
        </li>
        {resourceGroupId === null || resourceGroupName === null ? null : (
          <li>
            <Link to={path} search={{ resourceGroupId: [resourceGroupId] }}>
              {m.job_same_resource_group({ name: resourceGroupName })}
            </Link>
          </li>
        )}
        {tags.map(({ tagId, tagName }) => (
          <li key={tagId}>
            <Link to={path} search={{ tagId: [tagId] }}>
              {m.job_same_tag({ name: tagName })}
            </Link>
          </li>
        ))}
      </ul>
    </Section>
  )
}
