import { createFileRoute } from '@tanstack/react-router'
import { m } from '@steward/contract/paraglide/messages'
import { requirePermission } from '../../../session/permissions/permissions.ts'
import { ImportPanel } from '../../../users/import/ImportPanel.tsx'

export const Route = createFileRoute('/_shell/user-administration/users/import')({
  beforeLoad: requirePermission('Admin.EditUsers'),
  staticData: { title: m.users_import_title, panel: true },
  component: ImportPanel,
})
