import { createFileRoute } from '@tanstack/react-router'
import { m } from '@steward/contract/paraglide/messages'
import { CreateTagsPanel } from '../../../reference-data/tags/CreateTagsPanel.tsx'

export const Route = createFileRoute('/_shell/reference-data/data-tags/new')({
  staticData: { title: m.tags_create, panel: true, permission: 'Admin.EditTags' },
  component: CreateTagsPanel,
})
