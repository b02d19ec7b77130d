import { createFileRoute } from '@tanstack/react-router'
import { m } from '@steward/contract/paraglide/messages'
import { ImportPanel } from '../../../users/import/ImportPanel.tsx'

export const Route = createFileRoute('/_shell/user-administration/users/import')({
  staticData: { title: m.users_import_title, panel: true, permission: 'Admin.EditUsers' },
  component: ImportPanel,
})
